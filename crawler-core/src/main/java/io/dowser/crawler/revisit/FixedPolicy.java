package io.dowser.crawler.revisit;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PageChecks;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.RevisitPolicyProvider;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.time.Instant;

/**
 * Checks all pages at the same interval. The page with the oldest check goes first, so that a crawl
 * with a budget reaches every page. Immutable and thread-safe.
 *
 * @param interval the time between two checks, zero for always
 */
record FixedPolicy(Duration interval) implements RevisitPolicy {

  @Override
  public Duration interval(PageChecks page) {
    return interval;
  }

  /** {@return the seconds since the last check} */
  @Override
  public double priority(PageChecks page, Instant now) {
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
              "time between two checks; with zero, a page is always due");
      return GoneBackOff.of(new FixedPolicy(interval), settings);
    }
  }
}
