package io.dowser.benchmarks;

import java.util.List;
import java.util.function.Consumer;

/** One of the crawlers that are compared. */
interface CrawlerUnderTest {

  /** The loop that one would write by hand. */
  CrawlerUnderTest LOOP = new PlainLoop();

  /** Ours. */
  CrawlerUnderTest DOWSER = new DowserCrawl(DowserCrawl.Kept.NOTHING);

  /** A popular crawler for Java. */
  CrawlerUnderTest CRAWLER4J = new Crawler4jCrawl(true);

  /** The same without most of its work on a page: the language. */
  CrawlerUnderTest CRAWLER4J_NO_LANGUAGE = new Crawler4jCrawl(false);

  /** All that are compared. */
  List<CrawlerUnderTest> ALL = List.of(LOOP, DOWSER, CRAWLER4J, CRAWLER4J_NO_LANGUAGE);

  /** Returns the name in a table. */
  String label();

  /**
   * Crawls until no page is left or the wanted number was visited.
   *
   * @param visited receives the URL of each page
   * @return the number of pages visited, and the work that is left to end
   */
  FinishedCrawl crawl(CrawlJob job, Consumer<String> visited);

  /** Finds one by its label. */
  static CrawlerUnderTest named(String label) {
    return ALL.stream().filter(crawler -> crawler.label().equals(label)).findFirst().orElseThrow();
  }
}
