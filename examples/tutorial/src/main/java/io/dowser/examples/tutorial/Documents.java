package io.dowser.examples.tutorial;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Strategy;
import java.nio.file.Path;
import java.util.Map;

/** Reads PDF, Office documents and EPUB, too. */
final class Documents {

  private Documents() {}

  static Crawler.Builder crawl(String start, Path directory) {
    return Bilingual.crawl(start, directory)
        .strategy(Strategy.builder().addPageAnalyzer("tika", Map.of("processes", "1")).build());
  }
}
