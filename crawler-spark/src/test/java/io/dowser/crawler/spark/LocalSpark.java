package io.dowser.crawler.spark;

import org.apache.spark.sql.SparkSession;

/** The session that all tests of this module share: two cores of this JVM. */
final class LocalSpark {

  private LocalSpark() {}

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2,4]") // a task that breaks is tried again
        .appName("tests")
        .config(SessionCheck.EXTENSIONS_KEY, SessionCheck.EXTENSIONS)
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.sql.adaptive.enabled", false)
        .config("spark.sql.codegen.wholeStage", false)
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .config("spark.network.timeout", "1h")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
        .getOrCreate();
  }
}
