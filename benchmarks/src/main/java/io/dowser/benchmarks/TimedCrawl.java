package io.dowser.benchmarks;

/**
 * How long a crawl took.
 *
 * @param pages how many pages were visited
 * @param nanos from the call to its return
 */
record TimedCrawl(long pages, long nanos) {

  /** Crawls once. */
  static TimedCrawl of(CrawlerUnderTest crawler, CrawlJob job) {
    long start = System.nanoTime();
    long pages = crawler.crawl(job, url -> {});
    return new TimedCrawl(pages, System.nanoTime() - start);
  }

  double pagesPerSecond() {
    return pages * 1e9 / nanos;
  }
}
