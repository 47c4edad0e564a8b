package io.dowser.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks by name. */
public final class Benchmarks {

  private static final String USAGE =
      """
      java -jar benchmarks.jar COMMAND
        all            everything below but profile and soak, in about 55 minutes
        crawl          whole crawls compared with a hand-written loop and crawler4j: cold, warm, with a slow server
        profile DIR    where the processor time of a whole crawl goes: tables, and flame graphs in DIR
        memory         heap of a pending URL
        store          the directory of a crawl: commits, bytes, opening, whole crawls with it
        soak SVG [tenth]  a crawl that knows ten million URLs in 512 MB, or a tenth of it
        recrawl        freshness under the policies of a recrawl, simulated
        jmh [NAME...]  microbenchmarks, all or those whose names match a regular expression
      """;

  private Benchmarks() {}

  /** Runs what the first argument names with the other arguments. */
  public static void main(String[] args) throws IOException, InterruptedException, SQLException {
    var report = new Report(System.out);
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    switch (args.length == 0 ? "" : args[0]) {
      case "all" -> all(report);
      case "crawl" -> crawl(report);
      case "profile" -> profile(rest, report);
      case "memory" -> QueueMemory.run(QueueMemory.FULL, report);
      case "store" -> new StoreMetrics(StorePlan.FULL, report).run();
      case "soak" -> soak(rest, report);
      case "recrawl" -> new RecrawlComparison(RecrawlPlan.FULL, report).run();
      case "jmh" -> new Microbenchmarks(report).run(options(rest));
      case "server" -> ServedSite.serve(rest); // this and what follows: other JVMs of a benchmark
      case "crawl-once" -> ColdCrawl.crawlOnce(rest);
      case "soak-crawl" -> SoakCrawl.crawl(rest);
      case "crawl-slowly" -> SlowCrawl.measure(rest);
      case "measure-memory" -> QueueMemory.measure(rest);
      default -> System.out.print(USAGE);
    }
  }

  private static void all(Report report) throws IOException, InterruptedException, SQLException {
    Machine.describe(report);
    crawl(report);
    QueueMemory.run(QueueMemory.FULL, report);
    new StoreMetrics(StorePlan.FULL, report).run();
    new RecrawlComparison(RecrawlPlan.FULL, report).run();
    new Microbenchmarks(report).run(options(List.of()));
  }

  private static void crawl(Report report) throws IOException {
    new WholeCrawl(CrawlPlan.FULL, report).run();
  }

  private static void profile(List<String> directory, Report report) throws IOException {
    if (directory.size() == 1) {
      new CrawlProfile(CrawlPlan.FULL, Path.of(directory.get(0)), report).run();
    } else {
      System.out.print(USAGE);
    }
  }

  private static void soak(List<String> picture, Report report)
      throws IOException, InterruptedException {
    if (picture.isEmpty()) {
      System.out.print(USAGE);
      return;
    }
    SoakPlan plan = picture.size() == 1 ? SoakPlan.FULL : SoakPlan.TENTH;
    new Soak(plan, Path.of(picture.get(0)), report).run();
  }

  private static OptionsBuilder options(List<String> patterns) {
    var options = new OptionsBuilder();
    options.verbosity(VerboseMode.SILENT);
    patterns.forEach(options::include);
    return options;
  }
}
