/** Contract tests and an in-memory web for authors of crawler plugins. */
module io.dowser.crawler.testkit {
  requires transitive io.dowser.crawler.api;
  requires transitive org.junit.jupiter.api;
  requires org.junit.jupiter.params;
  requires org.assertj.core;
  requires jdk.httpserver;
  requires jdk.management;
  requires static com.tngtech.archunit;
  requires static org.jspecify;

  exports io.dowser.crawler.testkit;

  opens io.dowser.crawler.testkit to
      org.junit.platform.commons;
}
