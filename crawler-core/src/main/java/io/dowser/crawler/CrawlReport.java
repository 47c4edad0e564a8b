package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import java.util.Map;
import java.util.Optional;

/**
 * How a crawl ended.
 *
 * @param stopReason why it ended
 * @param statistics its final figures
 * @param failedSeeds the seeds that gave no page, each with the reason in words, in the order in
 *     which they failed
 * @param cause what it could not go on from, if {@code stopReason} is {@link StopReason#FAILED}
 */
public record CrawlReport(
    StopReason stopReason,
    CrawlStatistics statistics,
    Map<CrawlUrl, String> failedSeeds,
    Optional<Throwable> cause) {

  /**
   * Refuses nulls.
   *
   * @param stopReason why it ended
   * @param statistics its final figures
   * @param failedSeeds the seeds that gave no page, each with the reason in words, in the order in
   *     which they failed
   * @param cause what it could not go on from, if {@code stopReason} is {@link StopReason#FAILED}
   */
  public CrawlReport {
    requireNonNull(stopReason, "stopReason");
    requireNonNull(statistics, "statistics");
    requireNonNull(failedSeeds, "failedSeeds");
    requireNonNull(cause, "cause");
  }

  /**
   * Says whether the crawl did what it could.
   *
   * @return false if it failed or no seed could be fetched
   */
  public boolean isSuccess() {
    return stopReason != StopReason.FAILED && stopReason != StopReason.ALL_SEEDS_FAILED;
  }

  /**
   * Gives this report if the crawl did what it could.
   *
   * @return this
   * @throws CrawlException if not; it names the reason, the failed seeds and the cause
   */
  public CrawlReport orThrow() {
    if (isSuccess()) {
      return this;
    }
    String seeds = failedSeeds.isEmpty() ? "" : ", seeds that failed: " + failedSeeds;
    throw new CrawlException(
        "the crawl ended with " + stopReason + " after " + statistics.visited() + " pages" + seeds,
        cause.orElse(null));
  }
}
