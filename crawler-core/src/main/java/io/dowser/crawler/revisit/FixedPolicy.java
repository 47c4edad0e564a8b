package io.dowser.crawler.revisit;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.RevisitPolicyProvider;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.time.Instant;

/**
 * Rechecks all pages at the same interval. The page with the oldest recheck goes first, so that a
 * crawl with a budget reaches every page. Immutable and thread-safe.
 *
 * @param interval the time between two rechecks, zero for always
 */
record FixedPolicy(Duration interval) implements RevisitPolicy {

  @Override
  public Duration interval(RecheckHistory page) {
    return interval;
  }

  /** {@return the seconds since the last recheck} */
  @Override
  public double priority(RecheckHistory page, Instant now) {
    return Intervals.age(page, now);
  }

  /** Creates the policy {@code fixed}. */
  public static final class Provider implements RevisitPolicyProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public RevisitPolicy create(Settings settings, CrawlContext context) {
      Duration interval =
          Intervals.setting(
              settings,
              "interval",
              Duration.ZERO,
              Duration.ZERO,
              "time between two rechecks; with zero, a page is always due");
      return GoneBackOff.of(new FixedPolicy(interval), settings);
    }
  }
}
