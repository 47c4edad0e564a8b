package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Topic;
import java.util.List;

/**
 * What is looked for in which web, with which words.
 *
 * @param name of the corpus and of what is looked for
 * @param topic the words that guide the strategies
 * @param web the pages with their labels, which judge
 * @param pageCounts after how many pages the strategies are compared
 */
record Task(String name, Topic topic, ReplayWeb web, List<Integer> pageCounts) {}
