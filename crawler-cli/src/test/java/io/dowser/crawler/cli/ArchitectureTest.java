package io.dowser.crawler.cli;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        Dowser.class,
        "io.dowser.crawler",
        "io.dowser.crawler.api..",
        "io.dowser.crawler.archive..",
        "io.dowser.crawler.internal.report..",
        "io.dowser.crawler.lab..",
        "io.dowser.crawler.mcp..",
        "io.dowser.crawler.monitor..",
        "io.dowser.crawler.net..",
        "io.dowser.crawler.report..",
        "io.dowser.crawler.store..",
        "io.dowser.crawler.url..",
        "com.sun.net.httpserver..",
        "okhttp3..",
        "picocli..",
        "com.fasterxml.jackson.core..");
  }

  @Override
  protected DescribedPredicate<JavaClass> printing() {
    return DescribedPredicate.alwaysTrue();
  }
}
