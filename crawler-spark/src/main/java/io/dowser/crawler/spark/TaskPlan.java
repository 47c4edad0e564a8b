package io.dowser.crawler.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A task's view of the crawl.
 *
 * @param scorer rates links
 * @param analyzers analyse pages, the first one those of HTML and of other types
 * @param fetcher fetches pages
 * @param judge decides which pages are relevant
 * @param revisitPolicy decides which visited pages are due, and their order
 * @param topic terms and weights, empty for a crawl without topic
 * @param rules the rules for hosts and links
 * @param workers pages processed at once in one task
 * @param analysisTimeout the longest time of plugins for one page
 * @param roundTime the longest time of a task; the remaining URLs stay pending
 * @param keepsPages whether pages themselves are kept
 * @param keepsTexts whether the main texts of relevant pages are kept
 * @param order the order of visits
 * @param maxRedirects redirects in a row that are followed
 * @param seed the seed of randomness
 */
record TaskPlan(
    NamedPlugin scorer,
    List<NamedPlugin> analyzers,
    NamedPlugin fetcher,
    NamedPlugin judge,
    NamedPlugin revisitPolicy,
    Map<String, Double> topic,
    CrawlRules rules,
    int workers,
    Duration analysisTimeout,
    Duration roundTime,
    boolean keepsPages,
    boolean keepsTexts,
    VisitOrder order,
    int maxRedirects,
    long seed)
    implements Serializable {}
