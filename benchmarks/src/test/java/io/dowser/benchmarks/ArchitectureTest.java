package io.dowser.benchmarks;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        Benchmarks.class,
        "io.dowser.crawler..",
        "com.google.errorprone.annotations..",
        "com.sun.management..",
        "crawlercommons..",
        "edu.uci.ics.crawler4j..",
        "jdk.jfr..",
        "okhttp3..",
        "org.apache.http..",
        "org.apache.lucene.analysis..",
        "org.jsoup..",
        "org.openjdk.jmh..",
        "org.openjdk.jol..",
        "smile.sequence..");
  }

  @Override
  protected DescribedPredicate<JavaClass> printing() {
    return DescribedPredicate.alwaysTrue();
  }
}
