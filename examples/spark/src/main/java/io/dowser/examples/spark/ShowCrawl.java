package io.dowser.examples.spark;

import io.dowser.crawler.spark.CrawlTables;
import java.io.IOException;
import org.apache.spark.sql.SparkSession;

/** Queries a crawl by Spark SQL. */
public final class ShowCrawl {

  private ShowCrawl() {}

  /**
   * Prints what a crawl found.
   *
   * @param arguments the crawl's location
   * @throws IOException if the session cannot be closed
   */
  public static void main(String... arguments) throws IOException {
    try (SparkSession spark =
        SparkSession.builder()
            .appName("show")
            .config(
                "spark.sql.extensions",
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
            .getOrCreate()) {
      CrawlTables.open(spark, arguments[0]).createTempViews();
      spark
          .sql(
              "SELECT host, count(*) AS pages, count_if(relevant) AS relevant,"
                  + " count(DISTINCT executor) AS executors FROM visits"
                  + " WHERE outcome = 'VISITED' GROUP BY host ORDER BY relevant DESC")
          .show(false);
      spark
          .sql(
              "SELECT round, count(*) AS pages, count_if(relevant) AS relevant FROM visits"
                  + " WHERE outcome = 'VISITED' GROUP BY round ORDER BY round")
          .show(false);
      spark
          .sql(
              "SELECT count(*) AS rows, count(DISTINCT url) AS urls FROM visits"
                  + " WHERE outcome = 'VISITED'")
          .show(false);
    }
  }
}
