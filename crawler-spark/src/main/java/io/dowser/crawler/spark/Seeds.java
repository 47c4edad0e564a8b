package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The seeds of a run as rows of the table of URLs. */
final class Seeds {

  private static final StructType GIVEN =
      new StructType()
          .add("url", DataTypes.StringType, false)
          .add("host", DataTypes.StringType, false)
          .add("born", DataTypes.LongType, false);

  private Seeds() {}

  /**
   * Returns the rows.
   *
   * @param like the table of URLs
   * @param round the round that takes them in
   */
  static Dataset<Row> of(SparkSession spark, CrawlPlan plan, Dataset<Row> like, int round) {
    HostGrouping hosts = plan.task().rules().spec().hostGrouping.get();
    List<Row> given = new ArrayList<>();
    for (CrawlUrl seed : plan.seeds()) {
      long born = LinkRows.born(round, 0, 0) + given.size();
      given.add(RowFactory.create(seed.toString(), hosts.groupOf(seed), born));
    }
    Dataset<Row> seeds =
        spark.createDataFrame(given, GIVEN).withColumn("hash", xxhash64(col("url")));
    List<Column> columns = new ArrayList<>();
    for (StructField field : like.schema().fields()) {
      columns.add(column(field));
    }
    return seeds.select(columns.toArray(Column[]::new));
  }

  private static Column column(StructField field) {
    Column value =
        switch (field.name()) {
          case "hash", "url", "host", "born" -> col(field.name());
          case "score" -> lit(Double.POSITIVE_INFINITY);
          case "seed" -> lit(true);
          case "outcome", "parent", "path_state", "features", "page" -> lit(null);
          default -> lit(0);
        };
    return value.cast(field.dataType()).alias(field.name());
  }

  /** Returns those that would change something: new ones, and those that failed. */
  static Dataset<Row> due(Dataset<Row> seeds, Dataset<Row> urls) {
    Dataset<Row> done =
        urls.filter(col("outcome").isNull().or(col("outcome").isin("VISITED", "REDIRECTED")))
            .select("hash", "url");
    return seeds.join(
        done,
        seeds.col("hash").equalTo(done.col("hash")).and(seeds.col("url").equalTo(done.col("url"))),
        "left_anti");
  }
}
