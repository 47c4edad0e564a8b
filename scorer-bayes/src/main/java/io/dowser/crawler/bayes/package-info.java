/**
 * Naive Bayes on pages (Zou et al. 2009) and on links (Han et al. 2010).
 *
 * <p>What begins with {@code Page} belongs to the first method: a {@link
 * io.dowser.crawler.bayes.PageTrainer} makes a {@link io.dowser.crawler.bayes.PageModel} out of
 * {@link io.dowser.crawler.bayes.LabelledText}, which a {@link
 * io.dowser.crawler.bayes.PageBayesScorer} or {@link io.dowser.crawler.bayes.PageModel#judge()
 * judge} uses. What begins with {@code Link} belongs to the second: a {@link
 * io.dowser.crawler.bayes.LinkLabeller} collects {@link io.dowser.crawler.bayes.LabelledLink} in a
 * crawl, a {@link io.dowser.crawler.bayes.LinkTrainer} makes a {@link
 * io.dowser.crawler.bayes.LinkModel} out of them, and a {@link
 * io.dowser.crawler.bayes.LinkBayesScorer} uses that.
 */
@NullMarked
package io.dowser.crawler.bayes;

import org.jspecify.annotations.NullMarked;
