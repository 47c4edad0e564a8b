package io.dowser.crawler.spark;

import java.util.Iterator;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Writes one partition of a table: the values of its rows. */
final class WriteTask implements FlatMapFunction<Iterator<Object[]>, Row> {

  private static final long serialVersionUID = 1;

  private final Broadcast<PartFile.Place> place;
  private final String directory;
  private final StructType schema;

  WriteTask(Broadcast<PartFile.Place> place, String directory, StructType schema) {
    this.place = place;
    this.directory = directory;
    this.schema = schema;
  }

  @Override
  public Iterator<Row> call(Iterator<Object[]> rows) throws Exception {
    var report = new TaskReport();
    try (PartFile file = place.value().open(directory, schema)) {
      while (rows.hasNext()) {
        file.write(rows.next());
      }
      file.finish();
      report.file(directory, file.name(), file.rows());
    }
    return report.toRows().iterator();
  }
}
