package org.example.scorer;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(AnchorShareScorer.class, "io.dowser.crawler.api..", "io.dowser.crawler.text..");
  }
}
