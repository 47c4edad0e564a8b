package io.dowser.crawler.revisit;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.RevisitPolicyProvider;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.time.Instant;

/**
 * Multiplies the interval of a page by 1 + {@code inc} after a recheck without a change, and by 1 -
 * {@code dec} after one with a change. With both as by default, a page is rechecked at intervals in
 * which it has changed with a probability of 0.6. Immutable and thread-safe.
 *
 * <p>Source: {@code AdaptiveFetchSchedule} of Apache Nutch, with {@code inc} and {@code dec} of its
 * {@code nutch-default.xml}. Departures: {@code sync_delta} is left out, because the time at which
 * a page changed is unknown; the first interval is a day instead of 30, and the shortest an hour
 * instead of a minute; the interval of a page that is gone doubles, where Nutch adds a half.
 *
 * @param initial the interval before the first recheck
 * @param min the shortest interval
 * @param max the longest interval
 * @param inc by which share an interval grows
 * @param dec by which share an interval shrinks
 */
record AdaptivePolicy(Duration initial, Duration min, Duration max, double inc, double dec)
    implements RevisitPolicy {

  @Override
  public Duration interval(RecheckHistory page) {
    if (page.rechecks() == 0) {
      return initial;
    }
    boolean changed = page.changed().equals(page.checked());
    return Intervals.scaled(last(page), changed ? 1 - dec : 1 + inc, min, max);
  }

  /** {@return the relevance times the time since the last recheck in intervals} */
  @Override
  public double priority(RecheckHistory page, Instant now) {
    double interval = Math.max(Intervals.seconds(min), Intervals.seconds(last(page)));
    return page.relevance() * Intervals.age(page, now) / interval;
  }

  private Duration last(RecheckHistory page) {
    return page.interval().isZero() ? initial : page.interval();
  }

  /** Creates the policy {@code adaptive}. */
  public static final class Provider implements RevisitPolicyProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "adaptive";
    }

    @Override
    public RevisitPolicy create(Settings settings, CrawlContext context) {
      Duration min =
          Intervals.setting(
              settings, "min", Duration.ofHours(1), Intervals.SHORTEST, "the shortest interval");
      Duration max =
          Intervals.setting(settings, "max", Duration.ofDays(365), min, "the longest interval");
      Duration initial =
          settings.duration(
              "initial",
              within(Duration.ofDays(1), min, max),
              min,
              max,
              "interval before the first recheck");
      double inc =
          settings.number("inc", 0.4, 0, 10, "share by which an interval grows without a change");
      double dec = settings.number("dec", 0.2, 0, 0.99, "share by which it shrinks after a change");
      return GoneBackOff.of(new AdaptivePolicy(initial, min, max, inc, dec), settings);
    }

    private static Duration within(Duration interval, Duration min, Duration max) {
      return Intervals.scaled(interval, 1, min, max);
    }
  }
}
