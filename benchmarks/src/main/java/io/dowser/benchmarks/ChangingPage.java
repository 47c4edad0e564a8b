package io.dowser.benchmarks;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** A page that changes at random moments, and what a crawl knows of it; times in days. */
final class ChangingPage {

  private final double rate;
  private final SplittableRandom random;
  private RecheckHistory checks;
  private double settled;
  private double stale; // when it changed first since the last check, in the future if it did not
  private double freshTime;
  private double ageTime;

  ChangingPage(int number, double rate, double relevance, SplittableRandom random) {
    this.rate = rate;
    this.random = random;
    this.stale = untilChange();
    CrawlUrl url = CrawlUrl.of("http://example.org/" + number);
    this.checks = RecheckHistory.of(url, relevance, true, time(0));
  }

  static Instant time(double day) {
    return Instant.EPOCH.plus(duration(day));
  }

  static Duration duration(double days) {
    return Duration.ofMillis(Math.round(days * Duration.ofDays(1).toMillis()));
  }

  double rate() {
    return rate;
  }

  RecheckHistory checks() {
    return checks;
  }

  boolean isDue(Instant now) {
    return !checks.checked().plus(checks.interval()).isAfter(now);
  }

  /** Adds the time until a day to the measured times. */
  void settle(double day) {
    freshTime += Math.max(0, Math.min(stale, day) - settled);
    double before = Math.max(0, settled - stale);
    double after = Math.max(0, day - stale);
    ageTime += (after * after - before * before) / 2;
    settled = day;
  }

  /** Returns the time since the last call in which the stored version was that of the web. */
  double takeFreshTime() {
    double taken = freshTime;
    freshTime = 0;
    return taken;
  }

  /**
   * Returns the integral of the time since the stored version became stale, since the last call.
   */
  double takeAgeTime() {
    double taken = ageTime;
    ageTime = 0;
    return taken;
  }

  /** Starts a run: the policy decides for the first time. */
  void begin(RevisitPolicy policy) {
    checks = with(checks, policy.interval(checks));
  }

  /** Fetches the page and asks the policy for the next interval. */
  void check(double day, RevisitPolicy policy) {
    settle(day);
    boolean changed = stale <= day;
    while (stale <= day) {
      stale += untilChange();
    }
    checks = after(changed, time(day));
    checks = with(checks, policy.interval(checks));
  }

  private double untilChange() {
    return -Math.log1p(-random.nextDouble()) / rate;
  }

  private RecheckHistory after(boolean changed, Instant now) {
    Duration since = Duration.between(checks.checked(), now);
    return new RecheckHistory(
        checks.url(),
        checks.relevance(),
        true,
        checks.visited(),
        now,
        changed ? now : checks.changed(),
        checks.rechecks() + 1,
        checks.changes() + (changed ? 1 : 0),
        checks.changedTime().plus(changed ? since : Duration.ZERO),
        checks.unchangedTime().plus(changed ? Duration.ZERO : since),
        0,
        checks.interval());
  }

  private static RecheckHistory with(RecheckHistory page, Duration interval) {
    return new RecheckHistory(
        page.url(),
        page.relevance(),
        true,
        page.visited(),
        page.checked(),
        page.changed(),
        page.rechecks(),
        page.changes(),
        page.changedTime(),
        page.unchangedTime(),
        0,
        interval);
  }
}
