package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.engine.CrawlCounters.Count;
import java.time.Duration;
import java.util.Optional;

/**
 * The limits of a crawl; {@code MAX_VALUE} means no limit. The harvest rate is checked once the
 * window of pages that it looks back on is full.
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

  StopConditions withMaxPages(long pages) {
    return new StopConditions(
        pages, maxRelevantPages, maxBytes, maxDuration, minHarvestRate, harvestWindow);
  }

  StopConditions withMaxDuration(Duration duration) {
    return new StopConditions(
        maxPages, maxRelevantPages, maxBytes, duration, minHarvestRate, harvestWindow);
  }

  /** Returns the limit that the crawl has reached, if any. */
  Optional<StopReason> reached(CrawlCounters counters, Duration elapsed) {
    if (counters.visited() >= maxPages) {
      return Optional.of(StopReason.PAGES);
    }
    if (counters.relevant() >= maxRelevantPages) {
      return Optional.of(StopReason.RELEVANT_PAGES);
    }
    if (counters.get(Count.BYTES) >= maxBytes) {
      return Optional.of(StopReason.BYTES);
    }
    if (elapsed.compareTo(maxDuration) >= 0) {
      return Optional.of(StopReason.TIME);
    }
    boolean harvestKnown = minHarvestRate > 0 && counters.visited() >= harvestWindow;
    return harvestKnown && counters.windowedHarvestRate() < minHarvestRate
        ? Optional.of(StopReason.HARVEST_RATE)
        : Optional.empty();
  }

  /** Returns the time left in nanoseconds, {@code Long.MAX_VALUE} without a limit. */
  long nanosLeft(Duration elapsed) {
    Duration left = maxDuration.minus(elapsed);
    if (left.isNegative()) {
      return 0;
    }
    return left.toSeconds() > MAX_SECONDS ? Long.MAX_VALUE : left.toNanos();
  }
}
