package io.dowser.examples.quickstart;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Visit;
import java.io.PrintStream;
import java.util.Locale;

/** Crawls the real web, best-first and in good manners, and prints relevant pages as they come. */
final class LiveCrawl {

  private LiveCrawl() {}

  static void run(Arguments arguments, PrintStream out, PrintStream err) {
    try (Crawler crawler =
        Crawler.builder()
            .seeds(arguments.urls())
            .topic(arguments.topic())
            .maxPages(arguments.pages())
            .listener(event -> print(event, out))
            .progress(err)
            .build()) {
      var report = crawler.run().orThrow();
      report
          .failedSeeds()
          .forEach((seed, reason) -> err.println(seed + " gave no page: " + reason));
    }
  }

  private static void print(CrawlEvent event, PrintStream out) {
    if (event instanceof CrawlEvent.Visited visited && visited.visit().relevant()) {
      Visit visit = visited.visit();
      out.println(
          String.format(
              Locale.ROOT, "%.3f  %s  %s", visit.relevance(), visit.url(), visit.page().title()));
    }
  }
}
