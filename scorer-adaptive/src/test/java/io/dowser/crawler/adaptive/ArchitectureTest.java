package io.dowser.crawler.adaptive;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        AdaptiveScorer.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.text..",
        "io.dowser.crawler.toolkit..");
  }
}
