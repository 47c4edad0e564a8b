package io.dowser.examples.tutorial;

import io.dowser.crawler.Crawler;
import java.nio.file.Path;

/** Keeps the crawl in a directory, and resumes it. */
public final class KeptTides {

  private KeptTides() {}

  static Crawler.Builder crawl(String start, Path directory) {
    return Tides.crawl(start).directory(directory);
  }

  public static void main(String[] args) {
    try (Crawler crawler = crawl(args[0], Path.of(args[1])).build()) {
      System.out.println(crawler.run().orThrow().toText());
    }
  }
}
