package io.dowser.benchmarks;

/**
 * The amount of data to write into the directory of a crawl.
 *
 * @param batches batches of visits that are committed in each round, at least 2
 * @param pages visits of {@link WideWeb} before the directory is opened again
 * @param crawls the site of the whole crawls and their threads
 * @param rounds whole crawls of each kind, at least 3; the first two do not count
 */
record StorePlan(int batches, int pages, CrawlPlan crawls, int rounds) {

  /** The values for the published metrics. */
  static final StorePlan FULL = new StorePlan(100, 333_000, CrawlPlan.FULL, 5);

  /** Enough to see that everything works, in seconds. */
  static final StorePlan SMOKE = new StorePlan(2, 100, CrawlPlan.SMOKE, 3);
}
