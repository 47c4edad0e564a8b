/**
 * The content of a crawl's directory: visits, paths, the state of a URL, and damage.
 *
 * <p>{@link io.dowser.crawler.CrawlHistory} returns these values, and {@link
 * io.dowser.crawler.Persistence} sets how they are stored. The page {@code docs/store.md} describes
 * the tables.
 *
 * <pre>{@code
 * try (CrawlHistory history = CrawlHistory.open(Path.of("crawls/tides"))) {
 *   CrawlUrl url = CrawlUrl.of("https://www.example.org/ebb");
 *   List<StoredVisit.PathStep> path = history.pathTo(url);
 *   CrawlHistory.UrlStatus status = history.whyNotFetched(url);
 * }
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.store;

import org.jspecify.annotations.NullMarked;
