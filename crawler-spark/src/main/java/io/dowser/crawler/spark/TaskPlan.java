package io.dowser.crawler.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;

/**
 * What a task must know of the crawl.
 *
 * @param scorer who rates links
 * @param analyzer who reads pages
 * @param fetcher who gets pages
 * @param judge who decides which pages are relevant
 * @param topic terms and weights, empty for a crawl without topic
 * @param rules how hosts and links are treated
 * @param workers pages worked on at once in one task
 * @param analysisTimeout how long plugins may take for one page
 * @param roundTime how long a task may take; what is left stays pending
 * @param keepsPages whether pages themselves are kept
 * @param order the order of visits
 * @param maxRedirects redirects in a row that are followed
 * @param seed where randomness starts
 */
record TaskPlan(
    NamedPlugin scorer,
    NamedPlugin analyzer,
    NamedPlugin fetcher,
    NamedPlugin judge,
    Map<String, Double> topic,
    CrawlRules rules,
    int workers,
    Duration analysisTimeout,
    Duration roundTime,
    boolean keepsPages,
    VisitOrder order,
    int maxRedirects,
    long seed)
    implements Serializable {}
