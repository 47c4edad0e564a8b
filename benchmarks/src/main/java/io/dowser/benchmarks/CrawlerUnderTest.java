package io.dowser.benchmarks;

import java.util.List;
import java.util.function.Consumer;

/** One of the crawlers that are compared. */
interface CrawlerUnderTest {

  /** What one would write by hand. */
  CrawlerUnderTest LOOP = new PlainLoop();

  /** Ours. */
  CrawlerUnderTest DOWSER = new DowserCrawl(DowserCrawl.Kept.NOTHING);

  /** All that are compared. */
  List<CrawlerUnderTest> ALL = List.of(LOOP, DOWSER);

  /** What to call it in a table. */
  String label();

  /**
   * Crawls.
   *
   * @param visited receives the URL of each page
   * @return how many pages were visited
   */
  long crawl(CrawlJob job, Consumer<String> visited);

  /** Finds one by its label. */
  static CrawlerUnderTest named(String label) {
    return ALL.stream().filter(crawler -> crawler.label().equals(label)).findFirst().orElseThrow();
  }
}
