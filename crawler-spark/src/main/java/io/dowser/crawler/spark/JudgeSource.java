package io.dowser.crawler.spark;

import io.dowser.crawler.api.RelevanceJudge;
import java.io.Serializable;
import java.util.function.UnaryOperator;

/**
 * Creates the judge of a crawl, once on each executor; it travels there with the crawl's settings.
 *
 * <p>A lambda will do, as long as what it refers to can be serialised: {@code files ->
 * PageModel.load(Path.of(files.apply("model.bin"))).judge()}.
 */
@FunctionalInterface
public interface JudgeSource extends Serializable {

  /**
   * Creates the judge.
   *
   * @param files gives the local path of a file that was shipped under a name, see {@link
   *     SparkCrawlBuilder#file}
   * @return a judge for use by many threads
   */
  RelevanceJudge create(UnaryOperator<String> files);
}
