package io.dowser.crawler.revisit;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.RevisitPolicyProvider;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.time.Instant;

/**
 * Rechecks first where a recheck gains most freshness: relevance times {@code (1 - exp(-x) (1 + x))
 * / r} with the page's {@linkplain ChangeRate rate of change} r and x = r times the time since the
 * last recheck. A page that changes faster than it can be rechecked gains little, and so does one
 * that hardly changes. Immutable and thread-safe.
 *
 * <p>Sources: J. Cho and H. Garcia-Molina, <i>Effective page refresh policies for Web crawlers</i>,
 * ACM Transactions on Database Systems 28(4), 2003: at the frequencies with the highest freshness
 * this value is the same for all pages that are rechecked. Y. Azar, E. Horvitz, E. Lubetzky, Y.
 * Peres and D. Shahaf, <i>Tractable near-optimal policies for crawling</i>, PNAS 115(32), 2018:
 * rechecking the page with the highest value comes near to that. Departure: the rates are
 * estimated.
 *
 * @param rate estimates how often a page changes
 * @param minInterval the shortest interval; it is that of all pages, so that within a budget the
 *     priority decides
 */
record PoissonPolicy(ChangeRate rate, Duration minInterval) implements RevisitPolicy {

  /** Below this the series is more exact than the difference. */
  private static final double SMALL = 1e-3;

  @Override
  public Duration interval(RecheckHistory page) {
    return minInterval;
  }

  @Override
  public double priority(RecheckHistory page, Instant now) {
    return page.relevance() * gain(rate.of(page), Intervals.age(page, now));
  }

  /** Returns the value of a recheck in seconds, 0 to 1 / rate. */
  static double gain(double rate, double age) {
    double x = rate * age;
    double share =
        x < SMALL ? x * x * (1.0 / 2 - x / 3 + x * x / 8) : -Math.expm1(-x) - x * Math.exp(-x);
    return share / rate;
  }

  /** Creates the policy {@code poisson}. */
  public static final class Provider implements RevisitPolicyProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "poisson";
    }

    @Override
    public RevisitPolicy create(Settings settings, CrawlContext context) {
      Duration prior =
          Intervals.setting(
              settings,
              "prior",
              Duration.ofDays(30),
              Intervals.SHORTEST,
              "mean time between two changes of a page without rechecks");
      double changes =
          settings.number("priorChanges", 0.3, 0.01, 100, "weight of the prior, in changes");
      Duration minInterval =
          Intervals.setting(
              settings, "minInterval", Duration.ofHours(1), Duration.ZERO, "the shortest interval");
      var rate = new ChangeRate(1 / Intervals.seconds(prior), changes);
      return GoneBackOff.of(new PoissonPolicy(rate, minInterval), settings);
    }
  }
}
