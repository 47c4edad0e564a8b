package io.dowser.benchmarks;

import java.util.List;
import java.util.function.Consumer;

/** One of the crawlers that are compared. */
interface CrawlerUnderTest {

  /** All of them. */
  List<CrawlerUnderTest> ALL = List.of(new PlainLoop());

  /** What to call it in a table. */
  String label();

  /**
   * Crawls.
   *
   * @param visited told the URL of each page
   * @return how many pages were visited
   */
  long crawl(CrawlJob job, Consumer<String> visited);
}
