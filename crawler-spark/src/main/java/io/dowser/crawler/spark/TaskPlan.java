package io.dowser.crawler.spark;

import java.io.Serializable;
import java.time.Duration;

/**
 * A task's view of the crawl.
 *
 * @param rules the settings of crawler-core
 * @param roundTime the longest time of a task; the remaining URLs stay pending
 * @param keepsPages whether pages themselves are kept
 * @param keepsTexts whether the main texts of relevant pages are kept
 * @param order the order of visits
 * @param seed the seed of randomness
 */
record TaskPlan(
    CrawlRules rules,
    Duration roundTime,
    boolean keepsPages,
    boolean keepsTexts,
    VisitOrder order,
    long seed)
    implements Serializable {}
