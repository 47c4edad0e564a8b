package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.StopReason;
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

  /** The counts that limits are compared with. */
  public interface Counts {

    long visited();

    long relevant();

    /** The bytes of the visited pages. */
    long bytes();

    /** The number of last pages that the harvest rate is of, at most its window. */
    int inWindow();

    /** The share of relevant pages among these. */
    double windowedHarvestRate();

    /** The number of relevant pages that the crawl can reach, found ones included. */
    double estimatedRelevant();
  }

  public static final int DEFAULT_WINDOW = 100;
  public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);
  private static final long MAX_SECONDS = Duration.ofDays(36_500).toSeconds();

  /** Returns these with other limits of pages and of time. */
  public StopConditions with(long pages, Duration duration) {
    return new StopConditions(
        pages, maxRelevantPages, maxBytes, duration, minHarvestRate, harvestWindow, foundShare);
  }

  /** Returns whether no page that is new to the crawl may be fetched, however long it takes. */
  public boolean forbidNewPages(Counts counts) {
    return reached(counts, Duration.ZERO).isPresent();
  }

  /** Returns the limit that the crawl has reached, if any. */
  public Optional<StopReason> reached(Counts counts, Duration elapsed) {
    if (counts.visited() >= maxPages) {
      return Optional.of(StopReason.PAGES);
    }
    if (counts.relevant() >= maxRelevantPages) {
      return Optional.of(StopReason.RELEVANT_PAGES);
    }
    if (counts.bytes() >= maxBytes) {
      return Optional.of(StopReason.BYTES);
    }
    if (elapsed.compareTo(maxDuration) >= 0) {
      return Optional.of(StopReason.TIME);
    }
    return counts.inWindow() < harvestWindow ? Optional.empty() : thinHarvest(counts);
  }

  private Optional<StopReason> thinHarvest(Counts counts) {
    if (minHarvestRate > 0 && counts.windowedHarvestRate() < minHarvestRate) {
      return Optional.of(StopReason.HARVEST_RATE);
    }
    boolean found =
        foundShare > 0
            && counts.relevant() > 0
            && counts.relevant() >= foundShare * counts.estimatedRelevant();
    return found ? Optional.of(StopReason.FOUND) : Optional.empty();
  }

  /** Returns the time left in nanoseconds, {@code Long.MAX_VALUE} without a limit. */
  public long nanosLeft(Duration elapsed) {
    Duration left = maxDuration.minus(elapsed);
    if (left.isNegative()) {
      return 0;
    }
    return left.toSeconds() > MAX_SECONDS ? Long.MAX_VALUE : left.toNanos();
  }
}
