package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.engine.CrawlCounters.Count;
import java.time.Duration;
import java.util.Optional;

/**
 * The limits of a crawl; {@code MAX_VALUE} means no limit. Harvest rate and share of the found
 * pages are checked once the window of pages that the harvest rate looks back on is full.
 */
public record StopConditions(
    long maxPages,
    long maxRelevantPages,
    long maxBytes,
    Duration maxDuration,
    double minHarvestRate,
    int harvestWindow,
    double foundShare) {

  public static final int DEFAULT_WINDOW = 100;
  public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);
  private static final long MAX_SECONDS = Duration.ofDays(36_500).toSeconds();

  /** Returns these with other limits of pages and of time. */
  StopConditions with(long pages, Duration duration) {
    return new StopConditions(
        pages, maxRelevantPages, maxBytes, duration, minHarvestRate, harvestWindow, foundShare);
  }

  /** Returns whether no page that is new to the crawl may be fetched, however long it takes. */
  boolean forbidNewPages(CrawlCounters counters) {
    return reached(counters, Duration.ZERO).isPresent();
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
    return counters.visited() < harvestWindow ? Optional.empty() : thinHarvest(counters);
  }

  private Optional<StopReason> thinHarvest(CrawlCounters counters) {
    if (minHarvestRate > 0 && counters.windowedHarvestRate() < minHarvestRate) {
      return Optional.of(StopReason.HARVEST_RATE);
    }
    boolean found =
        foundShare > 0
            && counters.relevant() > 0
            && counters.relevant() >= foundShare * counters.estimate().total();
    return found ? Optional.of(StopReason.FOUND) : Optional.empty();
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
