package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Crawls of a slow server, in a JVM that gives way to the server.
 *
 * <p>The server stands for hundreds of machines elsewhere. Here it is one thread that would wait in
 * line behind hundreds of threads of the crawler for each of its turns: without priority it adds 12
 * ms to its 50 even when the processors are half idle and the client only fetches.
 */
final class SlowCrawl {

  private SlowCrawl() {}

  /** Starts the JVM and waits for its results. */
  static CrawlRounds run(int rounds, ServedSite site, int workers) throws IOException {
    var arguments = new ArrayList<>(site.site().spec().toArguments());
    arguments.add(String.valueOf(site.port()));
    arguments.add(String.valueOf(workers));
    arguments.add(String.valueOf(rounds));
    Process process = ChildJvm.startNicely(List.of(), "crawl-slowly", arguments);
    var measured = new CrawlRounds();
    try (Scanner output = new Scanner(process.inputReader(US_ASCII))) {
      for (int round = 0; round < rounds; round++) {
        for (CrawlerUnderTest crawler : CrawlerUnderTest.ALL) {
          measured.add(crawler, read(output));
        }
      }
    }
    return measured;
  }

  private static TimedCrawl read(Scanner output) {
    return new TimedCrawl(output.nextLong(), output.nextLong(), output.nextLong());
  }

  /** Crawls and prints the components of each {@link TimedCrawl}; this runs in the other JVM. */
  static void measure(List<String> arguments) {
    int parts = arguments.size() - 3;
    var site = new Site(SiteSpec.parse(arguments.subList(0, parts)));
    int port = Integer.parseInt(arguments.get(parts));
    int workers = Integer.parseInt(arguments.get(parts + 1));
    int rounds = Integer.parseInt(arguments.get(parts + 2));
    var measured =
        CrawlRounds.measure(rounds, crawler -> WholeCrawl.timed(crawler, site, port, workers));
    for (int round = 0; round < rounds; round++) {
      for (CrawlerUnderTest crawler : CrawlerUnderTest.ALL) {
        print(measured.of(crawler).get(round));
      }
    }
  }

  private static void print(TimedCrawl crawl) {
    System.out.println(crawl.pages() + " " + crawl.nanos() + " " + crawl.cpuNanos());
  }
}
