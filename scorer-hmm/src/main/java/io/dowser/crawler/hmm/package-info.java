/**
 * A hidden Markov model learned from browsing paths (Xie 2012).
 *
 * <p>{@link io.dowser.crawler.hmm.HmmTrainer} learns an {@link io.dowser.crawler.hmm.HmmModel} from
 * a {@link io.dowser.crawler.hmm.TrainingSet}: browsing sessions with their pages, or the pages of
 * a short crawl. {@link io.dowser.crawler.hmm.HmmLinkScorer} guides a crawl by it.
 */
@NullMarked
package io.dowser.crawler.hmm;

import org.jspecify.annotations.NullMarked;
