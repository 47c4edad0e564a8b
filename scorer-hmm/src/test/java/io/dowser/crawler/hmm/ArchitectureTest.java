package io.dowser.crawler.hmm;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        HmmModel.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.text..",
        "io.dowser.crawler.toolkit..");
  }
}
