package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Scanner;
import okhttp3.OkHttpClient;

/** One crawl in a JVM of its own, loading of classes and compilation included. */
final class ColdCrawl {

  private ColdCrawl() {}

  /** Starts the JVM and waits for its result. */
  static TimedCrawl run(CrawlerUnderTest crawler, ServedSite site, int pages, int workers) {
    var arguments =
        List.of(
            crawler.label(),
            String.valueOf(site.port()),
            site.site().seed(),
            String.valueOf(pages),
            String.valueOf(workers));
    try {
      Process process = ChildJvm.start(List.of("-Xmx1g"), "crawl-once", arguments);
      try (Scanner output = new Scanner(process.inputReader(US_ASCII))) {
        return new TimedCrawl(output.nextLong(), output.nextLong(), output.nextLong());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Crawls and prints the components of a {@link TimedCrawl}; this runs in the other JVM. */
  static void crawlOnce(List<String> arguments) {
    TimedCrawl crawl = TimedCrawl.of(() -> crawl(arguments));
    System.out.println(crawl.pages() + " " + crawl.nanos() + " " + crawl.cpuNanos());
  }

  private static long crawl(List<String> arguments) {
    OkHttpClient client = SiteClient.create(Integer.parseInt(arguments.get(1)));
    long maxPages = Long.parseLong(arguments.get(3));
    int workers = Integer.parseInt(arguments.get(4));
    var job = new CrawlJob(client, arguments.get(2), maxPages, workers);
    long pages = CrawlerUnderTest.named(arguments.get(0)).crawl(job, url -> {});
    client.connectionPool().evictAll();
    return pages;
  }
}
