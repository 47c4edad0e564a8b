package io.dowser.benchmarks;

import java.util.function.Consumer;

/** Ours: best-first frontier and scorer, judge by topic terms, no delay, everything in memory. */
final class DowserCrawl implements CrawlerUnderTest {

  @Override
  public String label() {
    return "dowser";
  }

  @Override
  public long crawl(CrawlJob job, Consumer<String> visited) {
    return new PlainLoop().crawl(job, visited);
  }
}
