package io.dowser.crawler.browser;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        BrowserFetcher.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.fetch",
        "io.dowser.crawler.net",
        "io.dowser.crawler.url",
        "org.jsoup..",
        "org.openqa.selenium..",
        "org.slf4j");
  }
}
