package io.dowser.crawler.monitor;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.watch.StoredReport;
import io.dowser.crawler.report.CrawlMetrics;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * Reads what a directory has of all runs of a crawl that runs: every visit, some 60,000 a second,
 * and so in the background. Thread-safe.
 */
final class EarlierRuns {

  private static final long PATIENCE_SECONDS = 2;
  private static final long LEAST_PAUSE = 5_000_000_000L; // ns
  private static final int PAUSE = 20; // times as long as reading takes

  private final Path directory;
  private final CompletableFuture<CrawlMetrics> none =
      CompletableFuture.completedFuture(CrawlMetrics.NONE);
  private CompletableFuture<CrawlMetrics> last = none;
  private CompletableFuture<CrawlMetrics> next = none;
  private volatile long due = System.nanoTime();

  EarlierRuns(Path directory) {
    this.directory = directory;
  }

  /** Returns what was read last, or the failure; none if the first time takes long. */
  synchronized CompletableFuture<CrawlMetrics> metrics() {
    last = next.isDone() ? next : last;
    if (next.isDone() && System.nanoTime() - due >= 0) {
      next = CompletableFuture.supplyAsync(this::read);
    }
    return last == none
        ? next.copy().completeOnTimeout(CrawlMetrics.NONE, PATIENCE_SECONDS, SECONDS)
        : last;
  }

  private CrawlMetrics read() {
    long begin = System.nanoTime();
    try (HistoryReader history = HistoryReader.open(directory)) {
      return StoredReport.metrics(history);
    } finally {
      long end = System.nanoTime();
      due = end + Math.max(LEAST_PAUSE, PAUSE * (end - begin));
    }
  }
}
