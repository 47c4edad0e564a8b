package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Runs a crawl until it ends or the process is asked to end, and writes its results. */
final class CrawlRun {

  /** The longest wait for a crawl that is stopping; a page sink may take 20 seconds. */
  static final Duration TIME_TO_END = Duration.ofSeconds(60);

  private static final Set<StopReason> COMPLETE =
      EnumSet.of(
          StopReason.FRONTIER_EMPTY,
          StopReason.MEMORY,
          StopReason.CYCLE_COMPLETE,
          StopReason.ALL_SEEDS_FAILED);

  private final CommandSpec spec;
  private final CrawlFiles files;
  private final ProgressOptions progress;

  CrawlRun(CommandSpec spec, CrawlFiles files, ProgressOptions progress) {
    this.spec = spec;
    this.files = files;
    this.progress = progress;
  }

  /** Uses options; what they lack is wrong use of the command, unlike a problem of a directory. */
  static <T> T checked(CommandSpec spec, Supplier<T> use) {
    try {
      return use.get();
    } catch (StoreException e) {
      throw e;
    } catch (IllegalArgumentException | IllegalStateException | CrawlException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns a thread that ends the crawls of a folder, for the end of this process. */
  static Thread ending(CrawlFolder crawls) {
    return new Thread(() -> crawls.close(TIME_TO_END), "dowser-stop");
  }

  /** Returns the exit code. */
  int run(Supplier<Crawler.Builder> settings) throws IOException, InterruptedException {
    Crawler.Builder crawl =
        checked(spec, settings).persistence(Persistence.builder().pageSink(files.sink()).build());
    crawl.means(progress.means().build());
    try (Crawler crawler = checked(spec, crawl::build)) {
      files.create();
      return run(crawler);
    }
  }

  private int run(Crawler crawler) throws IOException, InterruptedException {
    CrawlHandle crawl = crawler.start();
    var ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(crawl, ended), "dowser-stop"));
    try {
      return finish(crawl.await());
    } finally {
      ended.countDown();
    }
  }

  /** Ends the crawl when the process is asked to end, and waits until its results are written. */
  private static void stop(CrawlHandle crawl, CountDownLatch ended) {
    crawl.stop();
    try {
      ended.await(TIME_TO_END.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int finish(CrawlReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (report.isSuccess()) {
      out.println(report.toText());
    } else {
      err.println("dowser: " + report.toText());
    }
    NextSteps.after(report, spec.commandLine().getParseResult()).forEach(out::println);
    new CrawlResults(files).write(out);
    if (!COMPLETE.contains(report.stopReason())) {
      out.println("To continue: dowser resume " + files.directory() + more(report.stopReason()));
    }
    out.flush();
    return exitCode(report);
  }

  private static String more(StopReason reason) {
    return switch (reason) {
      case PAGES -> " --max-pages N";
      case RELEVANT_PAGES -> " --max-relevant N";
      case FOUND -> " --stop-when-found 1";
      default -> "";
    };
  }

  private static int exitCode(CrawlReport report) {
    if (report.stopReason() == StopReason.STOPPED) {
      return Dowser.STOPPED;
    }
    return report.isSuccess() ? 0 : Dowser.FAILED;
  }
}
