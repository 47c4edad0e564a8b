package io.dowser.crawler.toolkit;

import io.dowser.crawler.testkit.ArchitectureContract;
import io.dowser.crawler.toolkit.queue.QueueFrontier;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(QueueFrontier.class, "io.dowser.crawler.api..", "io.dowser.crawler.text..");
  }
}
