package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.spark.actions.SparkActions;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;

/** Keeps the tables small, by the means of Iceberg. For the driver's thread. */
final class Maintenance {

  /** Rounds between two compactions. */
  static final int ROUNDS = 20;

  /** The keys of tables in which the latest row of a key counts. */
  private static final Map<String, List<String>> LATEST =
      Map.of(
          TableSchemas.HOSTS,
          List.of("host"),
          TableSchemas.ROBOTS,
          List.of("url"),
          TableSchemas.SITES,
          List.of("host", "site"),
          TableSchemas.MODELS,
          List.of("plugin"));

  private final SparkSession spark;
  private final DriverBranch tables;

  Maintenance(SparkSession spark, DriverBranch tables) {
    this.spark = spark;
    this.tables = tables;
  }

  /** Returns the latest row of each host, or of each robots.txt. */
  static Dataset<Row> latest(Dataset<Row> rows, String... key) {
    Column[] columns = Arrays.stream(key).map(functions::col).toArray(Column[]::new);
    Column number = row_number().over(Window.partitionBy(columns).orderBy(col("round").desc()));
    return rows.withColumn("nth", number).filter(col("nth").equalTo(1)).drop("nth");
  }

  /** Writes small files together, without rows that were deleted. */
  void compact() {
    for (String name : TableSchemas.ALL.keySet()) {
      List<String> key = LATEST.get(name);
      if (key != null) {
        dropOldRows(name, key);
      } else {
        SparkActions.get(spark)
            .rewriteDataFiles(tables.table(name))
            .toBranch(tables.name())
            .option("delete-file-threshold", "1")
            .option("remove-dangling-deletes", "true")
            .execute();
      }
    }
  }

  private void dropOldRows(String name, List<String> key) {
    try {
      latest(tables.read(name), key.toArray(String[]::new))
          .writeTo(tables.target(name))
          .overwrite(functions.lit(true));
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Removes snapshots that are older than the tables' {@code history.expire} properties keep. */
  void expire() {
    TableSchemas.ALL
        .keySet()
        .forEach(name -> SparkActions.get(spark).expireSnapshots(tables.table(name)).execute());
  }
}
