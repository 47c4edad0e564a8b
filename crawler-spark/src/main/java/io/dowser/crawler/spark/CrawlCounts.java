package io.dowser.crawler.spark;

import java.util.Map;
import java.util.TreeMap;

/** Metrics of a crawl that grow with each round, by name; for the driver's thread. */
final class CrawlCounts {

  static final String VISITED = "visited";
  static final String RELEVANT = "relevant";
  static final String FAILED = "failed";
  static final String REDIRECTS = "redirects";
  static final String BYTES = "bytes";
  static final String DUPLICATES = "duplicates";
  static final String KNOWN = "known";
  static final String PENDING = "pending";
  static final String NANOS = "nanos";

  /** Hosts that must be delayed, or that were given up; the one count that can fall. */
  static final String PUT_OFF = "putOff";

  /** Begins the names of metrics of a walk, which has a state of its own. */
  static final String WALK = "walk.";

  /** Begins the names of metrics that say how often something was not fetched or not queued. */
  static final String TROUBLE = "trouble.";

  private final Map<String, Long> counts = new TreeMap<>();

  void restore(Commit commit) {
    counts.clear();
    counts.putAll(commit.counts());
  }

  long get(String name) {
    return counts.getOrDefault(name, 0L);
  }

  void add(String name, long value) {
    counts.merge(name, value, Long::sum);
  }

  /** Adds all metrics that tasks have reported, but for the rows of their files. */
  void add(TaskReport report) {
    report
        .metrics()
        .forEach(
            (name, value) -> {
              if (!name.startsWith(TaskReport.ROWS) && !name.startsWith(WALK)) {
                add(name, value);
              }
            });
  }

  Map<String, Long> copy() {
    return new TreeMap<>(counts);
  }
}
