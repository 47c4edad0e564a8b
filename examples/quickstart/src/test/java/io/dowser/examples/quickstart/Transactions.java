package io.dowser.examples.quickstart;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import java.util.Map;

/** The first program of the README; {@link ReadmeTest} compares the two. */
public class Transactions {
  public static void main(String[] args) {
    try (Crawler crawler =
        Crawler.builder()
            .seed("https://www.example.org/docs.html")
            .topic(Topic.of("transaction", "commit", "rollback", "write-ahead log"))
            .scorer("best-first", Map.of())
            .maxPages(100)
            .build()) {
      crawler.pages().filter(Visit::relevant).forEach(visit -> System.out.println(visit.url()));
    }
  }
}
