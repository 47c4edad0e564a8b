package io.dowser.benchmarks;

import java.time.Duration;

/**
 * The size of the crawls of a comparison.
 *
 * @param site the site of the throughput metrics
 * @param coldPages pages of a crawl in a fresh JVM
 * @param coldRounds fresh JVMs per crawler
 * @param warmRounds crawls of the whole site per crawler in one JVM; the last one counts
 * @param workers threads of each crawler
 * @param slowSite the site of the latency metric
 * @param latency the time that its server holds each response back
 * @param inFlight threads of each crawler for that
 * @param slowRounds crawls of that site per crawler in one JVM; the last one counts
 */
record CrawlPlan(
    SiteSpec site,
    int coldPages,
    int coldRounds,
    int warmRounds,
    int workers,
    SiteSpec slowSite,
    Duration latency,
    int inFlight,
    int slowRounds) {

  /** The values for the published metrics. */
  static final CrawlPlan FULL =
      new CrawlPlan(
          SiteSpec.FULL, 10_000, 3, 6, 16, SiteSpec.SMALL_PAGES, Duration.ofMillis(50), 256, 10);

  /** Enough to see that everything works, in seconds. */
  static final CrawlPlan SMOKE =
      new CrawlPlan(
          SiteSpec.FULL.shrunk(100, 10),
          50,
          1,
          2,
          16,
          SiteSpec.SMALL_PAGES.shrunk(100, 10),
          Duration.ofMillis(20),
          32,
          1);
}
