package io.dowser.benchmarks;

/**
 * The size of a long crawl, and how often it is killed.
 *
 * @param web the web that is crawled
 * @param visits pages that are visited, or more than there are
 * @param heap of the crawler's JVM, as for {@code -Xmx}
 * @param kills the number of times it is killed on the way
 */
record SoakPlan(SoakWeb web, int visits, String heap, int kills) {

  /** Finds ten million URLs. */
  static final SoakPlan FULL = new SoakPlan(new SoakWeb(20_000_000, 50_000), 2_000_000, "512m", 5);

  /** A tenth of it. */
  static final SoakPlan TENTH = new SoakPlan(new SoakWeb(2_000_000, 5_000), 200_000, "512m", 5);

  /** Each page of a small web with two of the hostile hosts, in seconds. */
  static final SoakPlan SMOKE = new SoakPlan(new SoakWeb(2_000, 200), 1_000_000, "128m", 1);

  /** The number of checkpoints. */
  static final int LOOKS = 20;

  /** Returns the number of visits between two checkpoints. */
  int step() {
    return (int) Math.min(web.pages(), visits) / LOOKS;
  }
}
