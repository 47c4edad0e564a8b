package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** The session in which a crawl's own queries are planned. */
final class RoundSession {

  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final String LEAST_PARTITIONS = "spark.sql.files.minPartitionNum";

  private static final String SPECULATION = "spark.speculation";
  private static final String SERIALIZER = "spark.serializer";
  private static final String JAVA_SERIALIZER = "org.apache.spark.serializer.JavaSerializer";

  private RoundSession() {}

  /**
   * Checks how Spark is set.
   *
   * @throws CrawlException if a crawl cannot work so
   */
  static void check(SparkConf settings) {
    if (settings.getBoolean(SPECULATION, false)) {
      throw new CrawlException(
          SPECULATION
              + " must be false, but was true: two attempts of one task would visit the"
              + " same hosts at the same time");
    }
    String serializer = settings.get(SERIALIZER, JAVA_SERIALIZER);
    if (!serializer.equals(JAVA_SERIALIZER)) { // rows have a form of their own either way
      throw new CrawlException(
          SERIALIZER + " must be " + JAVA_SERIALIZER + ", but was " + serializer);
    }
  }

  /**
   * Creates a session like another one, apart from two settings: queries run as they were planned,
   * because a round knows how many rows it has and plans anew each time anyway; and files that were
   * written by many tasks are not packed into as few partitions as there are processors, where the
   * large ones may come to lie together.
   */
  static SparkSession like(SparkSession spark) {
    SparkSession own = spark.newSession();
    scala.jdk.javaapi.CollectionConverters.asJava(spark.conf().getAll())
        .forEach(
            (name, value) -> {
              if (own.conf().isModifiable(name)) {
                own.conf().set(name, value);
              }
            });
    own.conf().set(ADAPTIVE, false);
    own.conf().set(LEAST_PARTITIONS, 2L * spark.sparkContext().defaultParallelism());
    return own;
  }
}
