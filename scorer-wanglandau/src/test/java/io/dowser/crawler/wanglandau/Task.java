package io.dowser.crawler.wanglandau;

import io.dowser.corpora.ReplayWeb;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import java.util.List;

/**
 * What is looked for in which web, with which words.
 *
 * @param name of the corpus and of what is looked for
 * @param topic the words that guide the strategies
 * @param web the pages with their labels of 0 to 1, which judge
 * @param pageCounts after how many pages the strategies are compared
 */
record Task(String name, Topic topic, ReplayWeb<Double> web, List<Integer> pageCounts) {

  /** Knows the labels; a page is relevant from 0.5 on. */
  RelevanceJudge judge() {
    return page -> web.labels().getOrDefault(page.arrival().url(), 0.0);
  }

  long relevant() {
    return web.labels().values().stream().filter(label -> label >= 0.5).count();
  }
}
