package io.dowser.crawler.testkit;

class TestkitArchitectureTest extends ArchitectureContract {

  TestkitArchitectureTest() {
    super(
        ArchitectureContract.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.text..",
        "org.junit..",
        "org.assertj..",
        "com.tngtech.archunit..",
        "com.sun.net.httpserver..",
        "com.sun.management..");
  }
}
