package io.dowser.crawler.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;

/** The report of tasks to the driver: the files that they have written, and metrics. */
final class TaskReport implements Serializable {

  private static final long serialVersionUID = 1;

  private final Map<String, Long> metrics = new TreeMap<>();
  private final Map<String, List<DataFile>> files = new HashMap<>();

  /** Adds to a metric. */
  void add(String name, long value) {
    metrics.merge(name, value, Long::sum);
  }

  /** Adds files to a table. */
  void add(Map<String, List<DataFile>> written) {
    written.forEach(
        (table, more) -> files.computeIfAbsent(table, key -> new ArrayList<>()).addAll(more));
  }

  /** Adds up what all tasks of a job have reported. */
  static TaskReport of(List<TaskReport> reports) {
    var sum = new TaskReport();
    for (TaskReport report : reports) {
      report.metrics.forEach(sum::add);
      sum.add(report.files);
    }
    return sum;
  }

  long metric(String name) {
    return metrics.getOrDefault(name, 0L);
  }

  /** All metrics, by name. */
  Map<String, Long> metrics() {
    return metrics;
  }

  /** The files of a table. */
  List<DataFile> files(String table) {
    return files.getOrDefault(table, List.of());
  }
}
