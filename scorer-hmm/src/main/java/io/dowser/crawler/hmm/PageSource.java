package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Where the pages of browsing sessions come from: an archive, or the web. */
@FunctionalInterface
public interface PageSource {

  /**
   * Gets a page.
   *
   * @param url its URL
   * @return the page, cut into terms by the analyzer that the crawl will use; empty if it cannot be
   *     had
   * @throws InterruptedException if the thread was interrupted
   */
  Optional<AnalyzedPage> page(CrawlUrl url) throws InterruptedException;

  /**
   * Gets pages by a fetcher: one that replays an archive, or one that asks the web. Up to five
   * redirects in a row are followed.
   *
   * <p>It asks for no robots.txt and keeps no delays; a fetcher for the web should be given pages
   * that its user has visited.
   *
   * @param fetcher gets one URL; not closed here
   * @param analyzer reads pages
   * @param urls brings the absolute URL that a redirect leads to into the crawl's form, or gives
   *     nothing if it cannot be crawled; {@code UrlCanonicalizer.standard()::canonicalize} of
   *     {@code crawler-core} unless the crawl has one of its own
   * @return a source as thread-safe as all three are
   */
  static PageSource of(
      Fetcher fetcher, PageAnalyzer analyzer, Function<String, Optional<CrawlUrl>> urls) {
    return new FetchedPages(
        requireNonNull(fetcher, "fetcher"),
        requireNonNull(analyzer, "analyzer"),
        requireNonNull(urls, "urls"));
  }

  /**
   * Gets pages from memory.
   *
   * @param pages the pages by URL; copied
   * @return a source, thread-safe
   */
  static PageSource of(Map<CrawlUrl, AnalyzedPage> pages) {
    Map<CrawlUrl, AnalyzedPage> copy = Map.copyOf(pages);
    return url -> Optional.ofNullable(copy.get(url));
  }
}
