package io.dowser.examples.tutorial;

import io.dowser.crawler.Crawler;
import java.nio.file.Path;
import java.util.Map;

/** Renders pages in Chromium that are empty without JavaScript. */
final class Rendered {

  private Rendered() {}

  static Crawler.Builder crawl(String start, Path directory, boolean sandbox) {
    return Documents.crawl(start, directory)
        .fetcher("browser", Map.of("browsers", "1", "sandbox", String.valueOf(sandbox)));
  }
}
