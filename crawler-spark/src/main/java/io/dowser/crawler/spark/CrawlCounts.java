package io.dowser.crawler.spark;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Metrics of a crawl that grow with each round, by name; for the driver's thread. */
final class CrawlCounts {

  static final String VISITED = "visited";
  static final String RELEVANT = "relevant";
  static final String FAILED = "failed";
  static final String REDIRECTS = "redirects";
  static final String BYTES = "bytes";
  static final String IRRELEVANT = "irrelevant.";
  static final String NANOS = "nanos";

  /** URLs that ended, whatever came of them. */
  static final String CLOSED = "closed";

  /** Rows of the table of hosts. */
  static final String HOST_CHANGES = "hostChanges";

  /** URLs known; not a sum, but as of the latest round. */
  static final String KNOWN = "known";

  /** URLs pending; not a sum, but as of the latest round. */
  static final String PENDING = "pending";

  /** Begins the names of metrics that say how often something was not fetched or not queued. */
  static final String TROUBLE = "trouble.";

  private final Map<String, Long> counts = new TreeMap<>();

  void restore(Map<String, Long> committed) {
    counts.clear();
    counts.putAll(committed);
  }

  long get(String name) {
    return counts.getOrDefault(name, 0L);
  }

  void add(String name, long value) {
    counts.merge(name, value, Long::sum);
  }

  void set(String name, long value) {
    counts.put(name, value);
  }

  /** Adds all metrics that tasks have reported. */
  void add(TaskReport report) {
    report.metrics().forEach(this::add);
  }

  Map<String, Long> copy() {
    return new TreeMap<>(counts);
  }

  /** Returns the number of pages that are not relevant whatever the judge returns, by reason. */
  Map<Irrelevance, Long> irrelevant() {
    Map<Irrelevance, Long> irrelevant = new EnumMap<>(Irrelevance.class);
    for (Irrelevance reason : Irrelevance.values()) {
      long count = get(IRRELEVANT + reason.name());
      if (count > 0) {
        irrelevant.put(reason, count);
      }
    }
    return irrelevant;
  }

  /** The number of URLs that were not fetched or not queued, by reason, most frequent first. */
  Map<String, Long> troubles() {
    var sorted = new LinkedHashMap<String, Long>();
    counts.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(TROUBLE) && entry.getValue() > 0)
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey().substring(TROUBLE.length()), entry.getValue()));
    return sorted;
  }
}
