/**
 * Predicts the distance of a page from a target by a hidden Markov model that is learned from
 * browsing paths.
 *
 * <p>Source: Xie Zhijun, Yang Wu, Li Zhiying and Song Jingjing, <i>基于 HMM 的主题爬虫研究</i>, 2012,
 * article number 1672-058X(2012)02-0066-07, in Chinese.
 *
 * <p>{@link io.dowser.crawler.hmm.HmmTrainer} learns an {@link io.dowser.crawler.hmm.HmmModel} from
 * a {@link io.dowser.crawler.hmm.TrainingSet}: browsing sessions with their pages, or the pages of
 * a short crawl. {@link io.dowser.crawler.hmm.HmmLinkScorer} guides a crawl by it.
 *
 * <pre>{@code
 * TrainingSet.Recorder recorder = new TrainingSet.Recorder(); // a listener of a first crawl
 * HmmModel model = HmmTrainer.builder().build().train(recorder.trainingSet());
 * model.save(Path.of("cars.hmm"));
 * Crawler.builder().judge(model.judge()).scorer("hmm", Map.of("model", "cars.hmm"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.hmm;

import org.jspecify.annotations.NullMarked;
