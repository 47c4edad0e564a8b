package io.dowser.crawler.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Reads whole files, whatever partition they are in. */
final class TableScan implements FlatMapFunction<Iterator<String>, InternalRow> {

  private static final long serialVersionUID = 1;
  private static final int PARTITIONS_OF_PROCESSOR = 4;

  private final Broadcast<PartFile.Place> place;
  private final StructType columns;

  private TableScan(Broadcast<PartFile.Place> place, StructType columns) {
    this.place = place;
    this.columns = columns;
  }

  /**
   * Reads some files.
   *
   * @param files full paths
   * @return all rows, each valid until the next one is asked for
   */
  static JavaRDD<InternalRow> of(
      JavaSparkContext context,
      Broadcast<PartFile.Place> place,
      List<String> files,
      StructType columns) {
    int most = PARTITIONS_OF_PROCESSOR * context.defaultParallelism();
    int partitions = Math.max(1, Math.min(files.size(), most));
    return context.parallelize(files, partitions).mapPartitions(new TableScan(place, columns));
  }

  @Override
  public Iterator<InternalRow> call(Iterator<String> files) {
    List<String> own = new ArrayList<>();
    files.forEachRemaining(own::add);
    return new FileScan(place.value(), own, columns).ofTask();
  }
}
