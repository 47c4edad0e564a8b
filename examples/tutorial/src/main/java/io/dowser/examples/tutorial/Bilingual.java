package io.dowser.examples.tutorial;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Strategy;
import java.nio.file.Path;

/** Finds pages in English and Chinese, and none in other languages. */
final class Bilingual {

  private Bilingual() {}

  static Crawler.Builder crawl(String start, Path directory) {
    return OwnSite.crawl(start, directory)
        .strategy(Strategy.builder().languages("en", "zh").build());
  }
}
