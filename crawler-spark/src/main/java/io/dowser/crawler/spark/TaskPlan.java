package io.dowser.crawler.spark;

import java.io.Serializable;

/**
 * A task's view of the crawl.
 *
 * @param rules the settings of crawler-core
 * @param rounds the settings of rounds
 * @param order the order of visits
 */
record TaskPlan(CrawlRules rules, RoundSettings rounds, VisitOrder order) implements Serializable {}
