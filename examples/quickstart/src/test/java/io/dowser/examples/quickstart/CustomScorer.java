package io.dowser.examples.quickstart;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.CrawlerBuilder;

/** The second program of the README; {@link ReadmeTest} compares the two. */
class CustomScorer {

  static CrawlerBuilder builder() {
    return Crawler.builder()
        .scorer(page -> link -> link.anchorText().contains("transaction") ? 1 : 0);
  }
}
