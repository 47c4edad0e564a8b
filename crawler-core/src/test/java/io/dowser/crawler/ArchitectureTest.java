package io.dowser.crawler;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        Crawler.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.text..",
        "io.dowser.crawler.toolkit..",
        "okhttp3..",
        "okio..",
        "kotlin..",
        "org.jsoup..",
        "com.google.common..",
        "crawlercommons.robots..",
        "org.apache.lucene..",
        "org.mozilla.universalchardet..",
        "com.github.houbb..",
        "com.github.pemistahl.lingua..",
        "org.sqlite..",
        "org.netpreserve.jwarc..",
        "com.fasterxml.jackson.core..",
        "org.slf4j..",
        "com.sun.net.httpserver..");
  }

  @Override
  protected DescribedPredicate<JavaClass> printing() {
    return simpleName("ProgressLine");
  }
}
