package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;

/** One crawl in a fresh JVM, including class loading and compilation. */
final class ColdCrawl {

  private ColdCrawl() {}

  /** Starts the JVM and waits for its result. */
  static TimedCrawl run(CrawlerUnderTest crawler, ServedSite site, int pages, int workers) {
    return run(List.of(), crawler, site, pages, workers);
  }

  /** Starts the JVM with more options. */
  static TimedCrawl run(
      List<String> options, CrawlerUnderTest crawler, ServedSite site, int pages, int workers) {
    var arguments =
        List.of(
            crawler.label(),
            String.valueOf(site.port()),
            site.site().seed(),
            String.valueOf(pages),
            String.valueOf(workers));
    try {
      List<String> all = Stream.concat(Stream.of("-Xmx1g"), options.stream()).toList();
      Process process = ChildJvm.start(all, "crawl-once", arguments);
      try (Scanner output = new Scanner(process.inputReader(US_ASCII))) {
        var crawl = new TimedCrawl(output.nextLong(), output.nextLong(), output.nextLong());
        process.onExit().join(); // which may write a recording
        return crawl;
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

  private static FinishedCrawl crawl(List<String> arguments) {
    int port = Integer.parseInt(arguments.get(1));
    OkHttpClient client = SiteClient.create(port);
    long maxPages = Long.parseLong(arguments.get(3));
    int workers = Integer.parseInt(arguments.get(4));
    var job = new CrawlJob(port, client, arguments.get(2), maxPages, workers);
    FinishedCrawl finished = CrawlerUnderTest.named(arguments.get(0)).crawl(job, url -> {});
    client.connectionPool().evictAll();
    return finished;
  }
}
