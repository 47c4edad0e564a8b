package io.dowser.crawler.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import scala.Tuple2;

/**
 * How Hadoop's file systems are set up on an executor: by Spark's settings {@code spark.hadoop.*}.
 */
final class HadoopSettings {

  private HadoopSettings() {}

  static Configuration ofExecutor() {
    var configuration = new Configuration();
    for (Tuple2<String, String> setting : SparkEnv.get().conf().getAllWithPrefix("spark.hadoop.")) {
      configuration.set(setting._1(), setting._2());
    }
    return configuration;
  }
}
