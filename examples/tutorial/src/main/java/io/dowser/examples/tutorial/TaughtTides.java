package io.dowser.examples.tutorial;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Scanner;

/** Crawls while a person answers at the console. */
public final class TaughtTides {

  private TaughtTides() {}

  static Crawler.Builder crawl(String start, Path directory) {
    return Documents.crawl(start, directory)
        .limits(Limits.builder().idle(Duration.ofMinutes(10)).build());
  }

  public static void main(String[] args) throws InterruptedException {
    Path directory = Path.of(args[1]);
    Scanner person = new Scanner(System.in, System.getProperty("stdin.encoding", "UTF-8"));
    try (Crawler crawler = crawl(args[0], directory).build()) {
      CrawlHandle crawl = crawler.start();
      for (long asked = 0; crawl.await(Duration.ofSeconds(2)).isEmpty(); ) {
        asked =
            Questions.ask(
                crawl,
                directory,
                asked,
                visit -> {
                  System.out.println(visit.page() + " is about tides: y or n?");
                  return person.nextLine().startsWith("y");
                });
      }
    }
  }
}
