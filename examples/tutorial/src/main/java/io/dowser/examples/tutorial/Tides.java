package io.dowser.examples.tutorial;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.url.Scope;

/** Prints the pages of a site about tides. */
public final class Tides {

  private Tides() {}

  static Crawler.Builder crawl(String start) {
    return Crawler.builder()
        .seed(start)
        .stayOn(Scope.HOST)
        .topic(Topic.of("tide", "ebb", "flood", "moon", "high water", "潮汐", "涨潮", "月亮"));
  }

  public static void main(String[] args) {
    try (Crawler crawler = crawl(args[0]).maxPages(1_000).build()) {
      crawler
          .pages()
          .filter(Visit::relevant)
          .forEach(visit -> System.out.println(visit.url() + " " + visit.page().title()));
    }
  }
}
