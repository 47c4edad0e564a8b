package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.util.Arrays;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** Checks how a session is set, before a crawl begins. */
final class SessionCheck {

  /** The extensions of Spark SQL by Iceberg; a setting of the session from its start. */
  static final String EXTENSIONS =
      "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions";

  static final String EXTENSIONS_KEY = "spark.sql.extensions";

  private static final String SPECULATION = "spark.speculation";
  private static final String SERIALIZER = "spark.serializer";
  private static final String JAVA_SERIALIZER = "org.apache.spark.serializer.JavaSerializer";

  private SessionCheck() {}

  /**
   * Checks it.
   *
   * @throws CrawlException if a crawl cannot work so; it names the setting
   */
  static void check(SparkSession spark) {
    String extensions = spark.conf().get(EXTENSIONS_KEY, "");
    if (!Arrays.asList(extensions.split("\\s*,\\s*")).contains(EXTENSIONS)) {
      throw new CrawlException(
          EXTENSIONS_KEY + " must have " + EXTENSIONS + ", but was '" + extensions + "'");
    }
    check(spark.sparkContext().getConf());
  }

  private static void check(SparkConf settings) {
    if (settings.getBoolean(SPECULATION, false)) {
      throw new CrawlException(
          SPECULATION
              + " must be false, but was true: two attempts of one task would visit the"
              + " same hosts at the same time");
    }
    String serializer = settings.get(SERIALIZER, JAVA_SERIALIZER);
    if (!serializer.equals(JAVA_SERIALIZER)) { // rows have their own form in any case
      throw new CrawlException(
          SERIALIZER + " must be " + JAVA_SERIALIZER + ", but was " + serializer);
    }
  }
}
