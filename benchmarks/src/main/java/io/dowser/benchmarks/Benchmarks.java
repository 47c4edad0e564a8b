package io.dowser.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Runs the benchmarks by name. */
public final class Benchmarks {

  private Benchmarks() {}

  /** Runs what the first argument names with the other arguments. */
  public static void main(String[] args) throws IOException {
    List<String> rest = Arrays.asList(args).subList(1, args.length);
    switch (args[0]) {
      case "server" -> ServedSite.serve(rest);
      case "try" -> tryOut();
      default -> throw new IllegalArgumentException("unknown command " + args[0]);
    }
  }

  private static void tryOut() throws IOException {
    long t = System.nanoTime();
    try (ServedSite site = ServedSite.start(SiteSpec.FULL, Duration.ZERO)) {
      System.out.printf("started %.1f s%n", (System.nanoTime() - t) / 1e9);
      for (int i = 0; i < 6; i++) {
        var client = SiteClient.create(site.port(), 400);
        t = System.nanoTime();
        long n =
            new PlainLoop().crawl(new CrawlJob(client, site.site().seed(), 20000, 16), u -> {});
        System.out.printf("%d pages %.0f/s%n", n, n * 1e9 / (System.nanoTime() - t));
      }
    }
  }
}
