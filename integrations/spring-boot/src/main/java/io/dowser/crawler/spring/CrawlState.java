package io.dowser.crawler.spring;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlStatistics;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a crawl that the actuator shows.
 *
 * @param state {@code not_started}, or the state of its handle, such as {@code running}
 * @param stopReason the reason why it ended, null while it runs
 */
record CrawlState(
    String state,
    @Nullable String stopReason,
    long visited,
    long relevant,
    double harvestRate,
    int pending,
    int inFlight,
    long failed,
    double pagesPerSecond) {

  static CrawlState of(Optional<CrawlHandle> run) {
    return run.map(CrawlState::of).orElse(new CrawlState("not_started", null, 0, 0, 0, 0, 0, 0, 0));
  }

  private static CrawlState of(CrawlHandle handle) {
    CrawlStatistics now = handle.statistics();
    return new CrawlState(
        handle.state().name().toLowerCase(Locale.ROOT),
        report(handle).map(report -> report.stopReason().name()).orElse(null),
        now.visited(),
        now.relevant(),
        now.harvestRate(),
        now.pending(),
        now.inFlight(),
        now.failed(),
        now.pagesPerSecond());
  }

  /** Returns the report of a crawl that has ended. */
  static Optional<CrawlReport> report(CrawlHandle handle) {
    try {
      return handle.await(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
