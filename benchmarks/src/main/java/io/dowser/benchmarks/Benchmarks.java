package io.dowser.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks by name. */
public final class Benchmarks {

  private Benchmarks() {}

  /** Runs what the first argument names with the other arguments. */
  public static void main(String[] args) throws IOException {
    var report = new Report(System.out);
    List<String> rest = Arrays.asList(args).subList(1, args.length);
    switch (args[0]) {
      case "server" -> ServedSite.serve(rest);
      case "crawl-once" -> ColdCrawl.crawlOnce(rest);
      case "crawl" -> new WholeCrawl(CrawlPlan.FULL, report).run();
      case "jmh" -> new Microbenchmarks(report).run(options(rest));
      case "memory" -> QueueMemory.run(QueueMemory.FULL, report);
      case "measure-memory" -> QueueMemory.measure(rest);
      default -> throw new IllegalArgumentException("unknown command " + args[0]);
    }
  }

  private static OptionsBuilder options(List<String> patterns) {
    var options = new OptionsBuilder();
    patterns.forEach(options::include);
    return options;
  }
}
