package io.dowser.examples.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.DocumentAnalyzerContract;

class MarkdownAnalyzerTest extends DocumentAnalyzerContract {

  @Override
  protected PageAnalyzer analyzer() {
    return new MarkdownAnalyzer(CrawlFixtures.context(1));
  }

  @Override
  protected byte[] document() {
    return "# Tides\n\nThe [moon](/moon.md) pulls the sea.\n".getBytes(UTF_8);
  }
}
