package io.dowser.crawler.revisit;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RecheckHistory;
import java.time.Duration;
import java.time.Instant;

/** Pages with a history of checks, last checked at {@link #CHECKED}. */
final class Pages {

  static final Instant CHECKED = Instant.parse("2026-01-01T00:00:00Z");
  private static final CrawlUrl URL = CrawlUrl.of("http://example.org/");

  private Pages() {}

  /** A page that was visited and not checked since. */
  static RecheckHistory unchecked(double relevance) {
    return RecheckHistory.of(URL, relevance, true, CHECKED);
  }

  /** A relevant page with these sums of its checks. */
  static RecheckHistory checked(
      long checks, long changes, Duration changedTime, Duration unchangedTime) {
    return new RecheckHistory(
        URL,
        1,
        true,
        CHECKED,
        CHECKED,
        CHECKED,
        checks,
        changes,
        changedTime,
        unchangedTime,
        0,
        Duration.ZERO);
  }

  /** A page that was checked at regular intervals. */
  static RecheckHistory regular(long checks, long changes, Duration interval) {
    return checked(
        checks, changes, interval.multipliedBy(changes), interval.multipliedBy(checks - changes));
  }

  /** A page after its second check, which came at the end of an interval. */
  static RecheckHistory after(Duration interval, boolean changed, int gone) {
    Instant last = changed ? CHECKED : CHECKED.minus(interval);
    return new RecheckHistory(
        URL,
        0.5,
        true,
        CHECKED.minus(interval),
        CHECKED,
        last,
        2,
        1,
        interval,
        interval,
        gone,
        interval);
  }
}
