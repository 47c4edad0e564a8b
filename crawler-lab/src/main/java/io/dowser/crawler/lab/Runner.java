package io.dowser.crawler.lab;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.StopReason;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Lets a strategy crawl once. Thread-safe. */
final class Runner {

  private final Fetcher archive;
  private final ClassLoader plugins;
  private final PageAnalyzer reader;
  private final int workers;

  Runner(Fetcher archive, ClassLoader plugins, PageAnalyzer reader, int workers) {
    this.archive = archive;
    this.plugins = plugins;
    this.reader = reader;
    this.workers = workers;
  }

  /** One run; the strategies meet the links of a page in the same order in runs of one number. */
  RunResult run(Strategy strategy, Question question, Census census, RunId id, int budget) {
    var cpu = new CpuMeter();
    var recorder = new Recorder(census.web(), cpu);
    long start = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(workers, Runner::daemon);
    try {
      Executor metered = cpu.metered(threads);
      Crawler.Builder builder = builder(strategy, question, census, id, metered);
      builder.listener(recorder).maxPages(budget);
      String problem = crawl(builder, recorder);
      long wall = System.nanoTime() - start;
      return new RunResult(
          strategy.name(),
          id.question(),
          id.run(),
          recorder.steps(),
          cpu.nanos(),
          wall,
          recorder.failures(),
          problem);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "lab-worker");
    thread.setDaemon(true);
    return thread;
  }

  private static String crawl(Crawler.Builder builder, Recorder recorder) {
    try (Crawler crawler = builder.build()) {
      CrawlReport report = crawler.run();
      if (report.stopReason() == StopReason.STOPPED) {
        throw new LabException("stopped");
      }
      return problem(report, recorder);
    }
  }

  /**
   * A crawl that ends before its budget is spent has given links up, and the report must say so.
   */
  private static String problem(CrawlReport report, Recorder recorder) {
    boolean early = report.stopReason() != StopReason.PAGES;
    String ending =
        early ? "ended after " + recorder.steps().size() + " pages, " + report.stopReason() : "";
    return ending + report.cause().map(cause -> ": " + cause).orElse("") + recorder.problem();
  }

  private Crawler.Builder builder(
      Strategy strategy, Question question, Census census, RunId id, Executor executor) {
    long seed = id.run();
    Means.Builder means =
        Means.builder().random(new Random(seed)).classLoader(plugins).executor(executor);
    var links = new ShuffledLinks(reader, census.web(), seed);
    Crawler.Builder builder =
        ArchiveCrawl.of(question.seeds(), archive, links, workers, means)
            .judge(id.guide().judge(question)); // and not by the judge that measures
    question.topic().ifPresent(builder::topic);
    return switch (strategy.order()) {
      case PLUGINS -> builder.settings(strategy.plugins(id.question()));
      case ORACLE -> builder.frontier(new OracleOrder(census)).scorer(page -> link -> 0);
      case RANDOM -> builder.frontier(new RandomOrder(new Random(seed))).scorer(page -> link -> 0);
    };
  }
}
