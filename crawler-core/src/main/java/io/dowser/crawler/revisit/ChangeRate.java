package io.dowser.crawler.revisit;

import io.dowser.crawler.api.RecheckHistory;

/**
 * Estimates the change rate of a page, as the rate of a Poisson process, from its rechecks.
 *
 * <p>Source: J. Cho and H. Garcia-Molina, <i>Estimating frequency of change</i>, ACM Transactions
 * on Internet Technology 3(3), 2003. With n rechecks at intervals I, and X changes shown by them,
 * their estimate without bias is {@code -ln((n - X + 0.5) / (n + 0.5)) / I}. For irregular
 * intervals they solve an equation over all of them. Departure: of a page only two sums of
 * intervals are known, C before rechecks with a change and U before the others. With c = C / X in
 * place of each interval before a change, the equation has the solution {@code ln(1 + C / U) / c}.
 * Half of c is added to U, which for regular intervals is their estimate without bias.
 *
 * <p>A prior counts as {@code changes} changes at the rate {@code prior}: without a change the
 * estimate is the mean of a gamma distribution after U without an event. Immutable and thread-safe.
 *
 * @param prior the rate of a page without rechecks, per second, above 0
 * @param changes the weight of the prior in changes, 0 or more
 */
record ChangeRate(double prior, double changes) {

  /** The shortest mean interval before a change, in seconds; bounds the rate. */
  private static final double SHORTEST = 1;

  /** Returns the changes per second, above 0 unless {@code changes} is 0. */
  double of(RecheckHistory page) {
    double observed = page.changes() == 0 ? time(page) : page.changes() / ofChanges(page);
    return (changes + page.changes()) / (changes / prior + observed);
  }

  private static double time(RecheckHistory page) {
    return Intervals.seconds(page.unchangedTime());
  }

  /** Estimates the rate of a page with a change by its rechecks alone. */
  private static double ofChanges(RecheckHistory page) {
    long found = page.changes();
    double interval = Math.max(SHORTEST, Intervals.seconds(page.changedTime()) / found);
    return Math.log1p(found * interval / (time(page) + interval / 2)) / interval;
  }
}
