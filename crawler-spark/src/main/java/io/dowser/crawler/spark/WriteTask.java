package io.dowser.crawler.spark;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Writes one partition of a table as it is. */
final class WriteTask implements FlatMapFunction<Iterator<Row>, Row> {

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
  public Iterator<Row> call(Iterator<Row> rows) throws Exception {
    var report = new TaskReport();
    try (PartFile file = place.value().open(directory, schema)) {
      DataType[] types =
          Stream.of(schema.fields()).map(StructField::dataType).toArray(DataType[]::new);
      @Nullable Object[] cells = new @Nullable Object[schema.size()];
      while (rows.hasNext()) {
        Row row = rows.next();
        for (int i = 0; i < cells.length; i++) {
          cells[i] = plain(row.get(i), types[i]);
        }
        file.write(cells);
      }
      file.finish();
      report.file(directory, file.name(), file.rows());
    }
    return report.toRows().iterator();
  }

  /** Lists of numbers come as collections of Scala. */
  static @Nullable Object plain(@Nullable Object cell, DataType type) {
    if (cell instanceof scala.collection.Seq<?> seq) {
      List<?> list = scala.jdk.javaapi.CollectionConverters.asJava(seq);
      return type.equals(PartSchema.INTEGERS) ? integers(list) : doubles(list);
    }
    return cell;
  }

  private static double[] doubles(List<?> list) {
    double[] all = new double[list.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = (Double) list.get(i);
    }
    return all;
  }

  private static int[] integers(List<?> list) {
    int[] all = new int[list.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = (Integer) list.get(i);
    }
    return all;
  }
}
