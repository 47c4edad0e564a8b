package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.StopReason;
import java.time.Duration;
import java.util.Optional;

/**
 * When a crawl ends by itself; a limit of {@code MAX_VALUE} is none.
 *
 * @param maxPages visited pages
 * @param maxRelevantPages relevant pages among them
 * @param maxBytes decoded bytes of the visited pages
 * @param maxDuration time since the start
 * @param minHarvestRate share of relevant pages among the last {@code harvestWindow} ones; checked
 *     once so many pages were visited
 * @param harvestWindow pages that the windowed harvest rate looks back on
 */
public record StopConditions(
    long maxPages,
    long maxRelevantPages,
    long maxBytes,
    Duration maxDuration,
    double minHarvestRate,
    int harvestWindow) {

  public static final int DEFAULT_WINDOW = 100;
  public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);
  private static final long MAX_SECONDS = Duration.ofDays(36_500).toSeconds();

  /** Says whether the crawl has reached one of its limits. */
  Optional<StopReason> reached(CrawlCounters tally, Duration elapsed) {
    if (tally.visited() >= maxPages) {
      return Optional.of(StopReason.PAGES);
    }
    if (tally.relevant() >= maxRelevantPages) {
      return Optional.of(StopReason.RELEVANT_PAGES);
    }
    if (tally.bytes() >= maxBytes) {
      return Optional.of(StopReason.BYTES);
    }
    if (elapsed.compareTo(maxDuration) >= 0) {
      return Optional.of(StopReason.TIME);
    }
    boolean harvestKnown = minHarvestRate > 0 && tally.visited() >= harvestWindow;
    return harvestKnown && tally.windowedHarvestRate() < minHarvestRate
        ? Optional.of(StopReason.HARVEST_RATE)
        : Optional.empty();
  }

  /** Time that is left, in nanoseconds, {@code Long.MAX_VALUE} if there is no limit near. */
  long nanosLeft(Duration elapsed) {
    Duration left = maxDuration.minus(elapsed);
    if (left.isNegative()) {
      return 0;
    }
    return left.toSeconds() > MAX_SECONDS ? Long.MAX_VALUE : left.toNanos();
  }
}
