package io.dowser.crawler.spark;

import io.dowser.crawler.api.Settings;
import java.io.Serializable;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of rounds. {@link #of} declares each of them once; the methods and texts of the
 * builder, the arguments of {@link SparkCrawlMain} and the table of docs/spark.md follow from it.
 *
 * @param roundSize URLs of one round
 * @param perHost URLs of one host in one round
 * @param roundTime the longest time of a round; the remaining URLs stay pending
 * @param tasks tasks of one round, 0 for the cluster's parallelism
 * @param buckets of the table of URLs, when it is created
 * @param leaseTime the time after which a lease without a beat may be taken
 * @param longestDelay the longest crawl delay in a round; a host with a longer one is put off to a
 *     later round
 * @param keepPages whether pages themselves are kept
 * @param keepTexts whether the main texts of relevant pages are kept
 * @param recrawl whether the run rechecks visited pages
 * @param randomSeed the seed of randomness
 */
record RoundSettings(
    int roundSize,
    int perHost,
    Duration roundTime,
    int tasks,
    int buckets,
    Duration leaseTime,
    Duration longestDelay,
    boolean keepPages,
    boolean keepTexts,
    boolean recrawl,
    int randomSeed)
    implements Serializable {

  /** Most URLs of one round; their places must fit into the order of discovery. */
  static final int MOST_OF_ROUND = (1 << 24) - 1;

  private static final int MOST_TASKS = 1_000_000;
  private static final int MOST_BUCKETS = 100_000;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration DAY = Duration.ofDays(1);

  /** Reads them; absent ones have their defaults. */
  static RoundSettings of(Settings settings) {
    return new RoundSettings(
        settings.integer("roundSize", 1_000, 1, MOST_OF_ROUND, "URLs of a round"),
        settings.integer("perHost", 100, 1, Integer.MAX_VALUE, "URLs of a host in a round"),
        settings.duration(
            "roundTime",
            Duration.ofMinutes(10),
            Duration.ofMillis(1),
            DAY,
            "longest time of a round"),
        settings.integer(
            "tasks", 0, 0, MOST_TASKS, "tasks of a round; 0 for the parallelism of the cluster"),
        settings.integer(
            "buckets", 16, 1, MOST_BUCKETS, "buckets of the table of URLs, when it is created"),
        settings.duration(
            "leaseTime",
            Duration.ofSeconds(30),
            SECOND,
            DAY,
            "time without a sign of life after which another driver takes over"),
        settings.duration(
            "longestDelay",
            Duration.ofSeconds(30),
            Duration.ZERO,
            DAY,
            "longest delay of a host within a round"),
        settings.flag("keepPages", false, "whether the table `pages` is filled"),
        settings.flag("keepTexts", false, "whether the table `texts` is filled"),
        settings.flag("recrawl", false, "whether visited pages are rechecked"),
        settings.integer(
            "randomSeed", 1, Integer.MIN_VALUE, Integer.MAX_VALUE, "seed of all random numbers"));
  }

  /** Returns whether a text is for one of these. */
  static boolean has(String name) {
    Settings none = Settings.none();
    of(none);
    return none.inEffect().containsKey(name);
  }

  /** Reads them from texts. */
  static RoundSettings of(Map<String, String> texts) {
    return of(Settings.of(texts));
  }
}
