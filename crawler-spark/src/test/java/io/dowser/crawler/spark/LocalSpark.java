package io.dowser.crawler.spark;

import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;

/** The session that all tests of this module share: two cores of this JVM. */
final class LocalSpark {

  private LocalSpark() {}

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2,4]") // a task that breaks is tried again
        .appName("tests")
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

  /** Opens the log of a crawl in a directory, where there may be none yet. */
  static CommitLog log(Path directory) {
    return CommitLog.open(directory.toString(), session().sparkContext().hadoopConfiguration());
  }

  /** Where the files of a crawl in a directory go. */
  static Broadcast<PartFile.Place> place(Path directory) {
    return new PartFile.Place(directory.toString(), "test", new HadoopSettings(Map.of()))
        .shared(session());
  }
}
