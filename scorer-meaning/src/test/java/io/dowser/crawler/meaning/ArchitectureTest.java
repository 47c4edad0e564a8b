package io.dowser.crawler.meaning;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        MeaningTable.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.text..",
        "io.dowser.crawler.toolkit..");
  }
}
