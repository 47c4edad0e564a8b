package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import java.util.List;
import java.util.Optional;

/**
 * One thing to look for in the web of a study.
 *
 * @param name what it is called in the report
 * @param topic what the strategies are asked to look for
 * @param judge measures: decides which pages count, whatever guides the strategies
 * @param independent whether the judge has labels, which strategies do not have
 * @param seeds where to begin
 */
record Question(
    String name,
    Optional<Topic> topic,
    RelevanceJudge judge,
    boolean independent,
    List<CrawlUrl> seeds) {

  /** The name as a part of the name of a file. */
  String plainName() {
    return name.replaceAll("[^\\p{L}\\p{N}._-]+", "-");
  }
}
