package io.dowser.crawler.spark;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlStatistics;
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

  /** Pending URLs that ended, whatever came of them. */
  static final String CLOSED = "closed";

  /** The start of a cycle of rechecks, in milliseconds since 1970; 0 outside of one. */
  static final String CYCLE = "cycle";

  /** URLs that had ended when the cycle began. */
  static final String CLOSED_BEFORE = "closedBefore";

  /** Begins the names of metrics of the latest cycle, such as the number of each outcome. */
  static final String CHECKS = "checks.";

  /** Pages that were requested again in the cycle. */
  static final String CHECKED = CHECKS + "all";

  /** Pages that are still due in the cycle; not a sum, but as of the latest round. */
  static final String DUE = CHECKS + "due";

  /** Rows of the table of hosts. */
  static final String HOST_CHANGES = "hostChanges";

  /** URLs known; not a sum, but as of the latest round. */
  static final String KNOWN = "known";

  /** URLs pending; not a sum, but as of the latest round. */
  static final String PENDING = "pending";

  /** Begins the names of metrics that say how often something was not fetched or not queued. */
  static final String PROBLEM = "problem.";

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

  /** Begins a cycle of rechecks. */
  void beginCycle(long millis) {
    counts.keySet().removeIf(name -> name.startsWith(CHECKS));
    set(CYCLE, millis);
    set(CLOSED_BEFORE, get(CLOSED));
  }

  /** Returns the results of the rechecks of the latest cycle. */
  CrawlStatistics.Rechecks rechecks() {
    return new CrawlStatistics.Rechecks(
        get(CHECKS + "UNCHANGED") + get(CHECKS + "BACK"),
        get(CHECKS + "CHANGED"),
        get(CHECKS + "GONE"),
        get(CHECKS + "MOVED"),
        get(CHECKS + "FAILED"),
        get(DUE));
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
  Map<String, Long> problems() {
    var sorted = new LinkedHashMap<String, Long>();
    counts.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(PROBLEM) && entry.getValue() > 0)
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey().substring(PROBLEM.length()), entry.getValue()));
    return sorted;
  }
}
