package io.dowser.crawler.spark;

import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Writes what a round finds, as its tasks do. */
final class RoundRows {

  private RoundRows() {}

  /** Writes rows with fingerprints in two files, by buckets. */
  static void write(
      JavaSparkContext context,
      Broadcast<PartFile.Place> place,
      CommitLog log,
      String table,
      StructType columns,
      Buckets buckets,
      List<Object[]> rows) {
    int high = columns.fieldIndex(Columns.HIGH);
    List<Row> reports =
        context
            .parallelize(rows, 2)
            .mapPartitions(
                part -> {
                  var report = new TaskReport();
                  int number = TaskContext.getPartitionId();
                  try (PartFile file = place.value().open(table, number, columns, buckets)) {
                    while (part.hasNext()) {
                      Object[] cells = part.next();
                      file.writeTo(buckets.of((long) cells[high]), cells);
                    }
                    file.finish();
                    report.file(table, file.name(), file.rows());
                  }
                  return report.toRows().iterator();
                })
            .collect();
    log.retain(table, TaskReport.of(reports).files(table));
  }
}
