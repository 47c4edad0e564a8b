package io.dowser.crawler.revisit;

import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.time.Instant;

/**
 * Doubles the interval of a page with each recheck that finds it gone, between two bounds, and
 * leaves all other pages to another policy.
 *
 * @param policy decides about pages that are not gone, and about all priorities
 * @param first the shortest interval of a page that is gone
 * @param most the longest interval of a page that is gone
 */
record GoneBackOff(RevisitPolicy policy, Duration first, Duration most) implements RevisitPolicy {

  /** Reads {@code goneInterval}, by default one day, and {@code goneMaxInterval}, 64 days. */
  static RevisitPolicy of(RevisitPolicy policy, Settings settings) {
    Duration first =
        Intervals.setting(
            settings,
            "goneInterval",
            Duration.ofDays(1),
            Intervals.SHORTEST,
            "interval of a page that is gone, doubled each time");
    Duration most =
        Intervals.setting(
            settings,
            "goneMaxInterval",
            Duration.ofDays(64),
            first,
            "the longest interval of a page that is gone");
    return new GoneBackOff(policy, first, most);
  }

  @Override
  public Duration interval(RecheckHistory page) {
    return page.gone() == 0
        ? policy.interval(page)
        : Intervals.scaled(page.interval(), 2, first, most);
  }

  @Override
  public double priority(RecheckHistory page, Instant now) {
    return policy.priority(page, now);
  }
}
