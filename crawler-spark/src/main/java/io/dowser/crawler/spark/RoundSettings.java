package io.dowser.crawler.spark;

import java.time.Duration;

/**
 * The part of a {@link SparkCrawlBuilder} that says how large the crawl, its rounds and their tasks
 * are.
 *
 * @param <B> the builder
 */
abstract class RoundSettings<B extends RoundSettings<B>> extends PolitenessSettings<B> {

  /** Most URLs of one round; their places must fit into the order of discovery. */
  static final int MOST_OF_ROUND = (1 << 24) - 1;

  long maxPages = Long.MAX_VALUE;
  int roundSize = 1_000;
  int perHost = 100;
  int maxDepth = Integer.MAX_VALUE;
  int workers = 20;
  Duration roundTime = Duration.ofMinutes(10);
  private int tasks;

  RoundSettings() {}

  /**
   * Ends the crawl after this many visited pages.
   *
   * @param value above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B maxPages(long value) {
    if (value <= 0) {
      throw new IllegalArgumentException("maxPages must be above 0, but was " + value);
    }
    maxPages = value;
    return self();
  }

  /**
   * Sets how many URLs a round selects. Small rounds follow the scores closely, large ones make
   * good use of the cluster.
   *
   * @param value above 0, at most 16,777,215; by default 1,000
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B roundSize(int value) {
    roundSize = within("roundSize", value, 1, MOST_OF_ROUND);
    return self();
  }

  /**
   * Sets how many URLs of one host a round selects. Since a host gets one request at a time, a
   * round takes at least this many times the delay.
   *
   * @param value above 0, by default 100
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B perHost(int value) {
    perHost = within("perHost", value, 1, Integer.MAX_VALUE);
    return self();
  }

  /**
   * Sets how many tasks a round is cut into; each has all URLs of its hosts.
   *
   * @param value above 0, by default the cluster's default parallelism
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B tasks(int value) {
    tasks = within("tasks", value, 1, 1_000_000);
    return self();
  }

  /**
   * Sets how many pages a task works on at once.
   *
   * @param value 1 to 10,000, by default 20
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B workers(int value) {
    workers = within("workers", value, 1, 10_000);
    return self();
  }

  /**
   * Sets how far from the seeds the crawl goes.
   *
   * @param value links from a seed, 0 or more, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public B maxDepth(int value) {
    maxDepth = within("maxDepth", value, 0, Integer.MAX_VALUE);
    return self();
  }

  /**
   * Sets how long a round may take; what a task has not reached by then waits for the next round.
   *
   * @param value above 0 up to 1 day, by default 10 minutes
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B roundTime(Duration value) {
    if (value.isZero()) {
      throw new IllegalArgumentException("roundTime must be above 0, but was " + value);
    }
    roundTime = upToDay("roundTime", value);
    return self();
  }

  int tasksOr(int parallelism) {
    return tasks == 0 ? parallelism : tasks;
  }
}
