package io.dowser.crawler.spark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What tasks report to the driver: the files that they have written, and metrics; a few rows for
 * each task, however much it did.
 */
final class TaskReport {

  /** {@code name} is a metric's name, or a table if there is a {@code file}. */
  static final StructType SCHEMA =
      new StructType()
          .add("name", DataTypes.StringType, false)
          .add("file", DataTypes.StringType, false)
          .add("value", DataTypes.LongType, false);

  static final String ROWS = "rows.";

  private final Map<String, Long> metrics = new TreeMap<>();
  private final Map<String, Set<String>> files = new TreeMap<>();

  /** Adds to a metric. */
  void add(String name, long value) {
    metrics.merge(name, value, Long::sum);
  }

  /** Names a file that belongs to the round, and counts its rows. */
  void file(String table, String file, long rows) {
    add(ROWS + table, rows);
    if (!file.isEmpty()) {
      files.computeIfAbsent(table, unused -> new HashSet<>()).add(file);
    }
  }

  List<Row> toRows() {
    List<Row> rows = new ArrayList<>();
    metrics.forEach((name, value) -> rows.add(RowFactory.create(name, "", value)));
    files.forEach(
        (table, names) -> names.forEach(name -> rows.add(RowFactory.create(table, name, 0L))));
    return rows;
  }

  /** Adds up what all tasks of a job have reported. */
  static TaskReport of(List<Row> rows) {
    var report = new TaskReport();
    for (Row row : rows) {
      if (row.getString(1).isEmpty()) {
        report.add(row.getString(0), row.getLong(2));
      } else {
        report.file(row.getString(0), row.getString(1), 0);
      }
    }
    return report;
  }

  long metric(String name) {
    return metrics.getOrDefault(name, 0L);
  }

  /** The rows written to a table. */
  long rows(String table) {
    return metric(ROWS + table);
  }

  /** All metrics, by name. */
  Map<String, Long> metrics() {
    return metrics;
  }

  /** The files of a table. */
  Set<String> files(String table) {
    return files.getOrDefault(table, Set.of());
  }
}
