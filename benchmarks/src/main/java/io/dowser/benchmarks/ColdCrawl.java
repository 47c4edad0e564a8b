package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Scanner;

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
        return new TimedCrawl(output.nextLong(), output.nextLong());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Crawls and prints pages and nanoseconds; this runs in the other JVM. */
  static void crawlOnce(List<String> arguments) {
    long start = System.nanoTime();
    var job =
        new CrawlJob(
            SiteClient.create(Integer.parseInt(arguments.get(1))),
            arguments.get(2),
            Long.parseLong(arguments.get(3)),
            Integer.parseInt(arguments.get(4)));
    long pages = CrawlerUnderTest.named(arguments.get(0)).crawl(job, url -> {});
    System.out.println(pages + " " + (System.nanoTime() - start));
    job.client().connectionPool().evictAll();
  }
}
