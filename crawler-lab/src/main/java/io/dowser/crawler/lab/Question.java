package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import java.util.List;
import java.util.Optional;

/**
 * One task of finding pages in the web of a study.
 *
 * @param name its name in the report
 * @param topic the topic that the strategies are given
 * @param judge measures: decides which pages count, whatever guides the strategies
 * @param independent whether the judge has labels, which strategies do not have
 * @param seeds the pages to start from
 */
record Question(
    String name,
    Optional<Topic> topic,
    RelevanceJudge judge,
    boolean independent,
    List<CrawlUrl> seeds) {

  /** Returns it with a number after its name, if it is not the first question of that name. */
  Question numbered(int number) {
    return number == 1 ? this : new Question(name + " " + number, topic, judge, independent, seeds);
  }

  /** Returns the name as a part of a file name. */
  String plainName() {
    return name.replaceAll("[^\\p{L}\\p{N}._-]+", "-");
  }
}
