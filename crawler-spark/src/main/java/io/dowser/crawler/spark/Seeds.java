package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.xxhash64;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The seeds of a run. */
final class Seeds {

  private static final StructType GIVEN =
      new StructType()
          .add("url", DataTypes.StringType, false)
          .add("host", DataTypes.StringType, false)
          .add("born", DataTypes.LongType, false);

  private Seeds() {}

  /**
   * Returns the seeds, with hash and host.
   *
   * @param round the round that takes them in
   */
  static Dataset<Row> of(SparkSession spark, CrawlPlan plan, int round) {
    HostGrouping hosts = plan.task().rules().spec().hostGrouping.get();
    List<Row> given = new ArrayList<>();
    for (CrawlUrl seed : plan.seeds()) {
      long born = LinkRows.born(round, 0, 0) + given.size();
      given.add(RowFactory.create(seed.toString(), hosts.groupOf(seed), born));
    }
    return spark.createDataFrame(given, GIVEN).withColumn("hash", xxhash64(col("url")));
  }

  /** Returns those of due seeds that have failed before. */
  static Dataset<Row> queuedAgain(Dataset<Row> due, Dataset<Row> urls) {
    return due.join(urls.select("hash", "url"), new String[] {"hash", "url"}, "left_semi");
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
