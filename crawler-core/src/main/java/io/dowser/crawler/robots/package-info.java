/**
 * The policy of a crawl for robots.txt (RFC 9309) and sitemaps.
 *
 * <pre>{@code
 * Politeness.builder().robots(RobotsPolicy.builder().maxSitemapUrls(10_000).build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.robots;

import org.jspecify.annotations.NullMarked;
