package io.dowser.crawler.spark;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        SparkCrawl.class,
        "io.dowser.crawler..",
        "org.apache.spark..",
        "org.apache.hadoop..",
        "org.apache.iceberg..",
        "scala..",
        "com.google.common..",
        "org.slf4j..");
  }

  @Override
  protected DescribedPredicate<JavaClass> printing() {
    return DescribedPredicate.alwaysTrue();
  }
}
