package io.dowser.crawler.spring;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        Crawls.class,
        "io.dowser.crawler",
        "io.dowser.crawler.api..",
        "io.dowser.crawler.micrometer..",
        "io.dowser.crawler.monitor..",
        "io.dowser.crawler.net..",
        "io.dowser.crawler.report..",
        "io.dowser.crawler.url..",
        "io.micrometer.core.instrument..",
        "org.springframework..");
  }
}
