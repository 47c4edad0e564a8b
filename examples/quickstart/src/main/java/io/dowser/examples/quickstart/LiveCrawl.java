package io.dowser.examples.quickstart;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Crawls the real web, best-first and in good politeness, and prints relevant pages as they come.
 */
final class LiveCrawl {

  private LiveCrawl() {}

  static void run(Arguments arguments, PrintStream out, PrintStream err) {
    try (Crawler crawler =
        Crawler.builder()
            .seeds(arguments.urls())
            .topic(arguments.topic())
            .maxPages(arguments.pages())
            .addressRules(AddressRules.publicAnd(hosts(arguments.urls())))
            .listener(event -> print(event, out))
            .progress(err)
            .build()) {
      var report = crawler.run().orThrow();
      report
          .failedSeeds()
          .forEach((seed, reason) -> err.println(seed + " gave no page: " + reason));
    }
  }

  /**
   * Hosts that are asked for by name may be on this machine or in the local network. They are
   * written as the crawl writes them; what it cannot write it refuses itself, as a seed.
   */
  static List<String> hosts(List<String> urls) {
    return urls.stream()
        .map(UrlCanonicalizer.standard()::canonicalize)
        .flatMap(Optional::stream)
        .map(CrawlUrl::host)
        .map(host -> host.startsWith("[") ? host.substring(1, host.length() - 1) : host)
        .toList();
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
