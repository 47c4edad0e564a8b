package io.dowser.examples.tutorial;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Recrawl;
import java.nio.file.Path;
import java.time.Instant;

/** Crawls again, and prints what has changed. */
public final class Tomorrow {

  private Tomorrow() {}

  static Crawler.Builder crawl(Path directory) {
    return Crawler.recrawl(directory, Recrawl.builder().onlyRelevant(true).build());
  }

  public static void main(String[] args) {
    Path directory = Path.of(args[0]);
    try (Crawler crawler = crawl(directory).build()) {
      crawler.run().orThrow();
    }
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      history
          .changes(Instant.EPOCH)
          .forEach(change -> System.out.println(change.kind() + " " + change.page()));
    }
  }
}
