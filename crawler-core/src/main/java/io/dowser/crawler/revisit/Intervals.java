package io.dowser.crawler.revisit;

import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.time.Instant;

/** Spans of time of revisit policies: settings within bounds, and arithmetic in seconds. */
final class Intervals {

  /** The longest interval of a setting, far from any overflow: 100 years. */
  static final Duration LONGEST = Duration.ofDays(36_500);

  /** The shortest interval of a policy that multiplies intervals. */
  static final Duration SHORTEST = Duration.ofSeconds(1);

  private Intervals() {}

  /** Reads a setting of at least {@code least} and at most {@link #LONGEST}. */
  static Duration setting(
      Settings settings, String key, Duration byDefault, Duration least, String summary) {
    return settings.duration(key, byDefault, least, LONGEST, summary);
  }

  /** Multiplies an interval, and moves the result into its bounds, at most {@link #LONGEST}. */
  static Duration scaled(Duration interval, double factor, Duration least, Duration most) {
    double seconds = Math.min((double) most.toSeconds(), seconds(interval) * factor);
    Duration scaled = Duration.ofMillis(Math.round(seconds * 1_000));
    return scaled.compareTo(least) < 0 ? least : scaled;
  }

  /** Returns the seconds since the last recheck, 0 if the clock went back. */
  static double age(RecheckHistory page, Instant now) {
    return Math.max(0, seconds(Duration.between(page.checked(), now)));
  }

  static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / 1e9;
  }
}
