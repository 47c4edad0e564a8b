package io.dowser.crawler.micrometer;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        DowserMetrics.class,
        "io.dowser.crawler",
        "io.dowser.crawler.api..",
        "io.micrometer.core.instrument..");
  }
}
