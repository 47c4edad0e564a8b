package io.dowser.benchmarks;

/**
 * The size of the simulation of {@link RecrawlComparison}.
 *
 * @param pages pages of each web
 * @param days simulated days, with one cycle of checks a day
 * @param early the first days, in which policies learn, below {@code days}
 * @param seeds webs of each kind
 */
record RecrawlPlan(int pages, int days, int early, int seeds) {

  /** The values for the published metrics. */
  static final RecrawlPlan FULL = new RecrawlPlan(2_000, 365, 60, 10);

  /** Enough to see that everything works, in seconds. */
  static final RecrawlPlan SMOKE = new RecrawlPlan(50, 40, 10, 2);
}
