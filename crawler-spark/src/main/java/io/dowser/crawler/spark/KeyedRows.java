package io.dowser.crawler.spark;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * The rows of a table in {@linkplain Layers layers}, for queries that bring it together with other
 * tables; to plan these takes a while. For the driver's thread.
 */
final class KeyedRows {

  private final SparkSession spark;
  private final Layers layers;
  private final StructType columns;
  private final String[] keys;

  /**
   * Creates them.
   *
   * @param spark who reads them
   * @param layers where they are
   * @param columns all columns of the table
   * @param keys those of which no two rows have the same values
   */
  KeyedRows(SparkSession spark, Layers layers, StructType columns, String... keys) {
    this.spark = spark;
    this.layers = layers;
    this.columns = columns;
    this.keys = keys;
  }

  /** All rows: those of the delta, and those of the base that it does not replace. */
  Dataset<Row> all() {
    return layers.hasBase() ? without(base(), delta()).unionByName(delta()) : delta();
  }

  /** The rows of the base, some of which the delta replaces. */
  Dataset<Row> base() {
    return read(layers.baseFiles());
  }

  /** The delta alone. */
  Dataset<Row> delta() {
    return read(layers.deltaFiles());
  }

  private Dataset<Row> read(List<String> files) {
    return CrawlTables.read(spark, columns, files.toArray(String[]::new));
  }

  private Dataset<Row> without(Dataset<Row> rows, Dataset<Row> others) {
    if (!layers.hasDelta()) {
      return rows;
    }
    Dataset<Row> left = rows.join(others.select(columns(keys)), keys, "left_anti");
    return left.select(columns(columns.fieldNames())); // a join by names has these first
  }

  private static Column[] columns(String... names) {
    return Stream.of(names).map(functions::col).toArray(Column[]::new);
  }
}
