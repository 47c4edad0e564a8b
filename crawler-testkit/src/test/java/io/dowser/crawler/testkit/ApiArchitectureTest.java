package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Frontier;

/** Checks crawler-api here, because crawler-testkit depends on it. */
class ApiArchitectureTest extends ArchitectureContract {

  ApiArchitectureTest() {
    super(Frontier.class);
  }
}
