package io.dowser.crawler.internal.report;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Writes times for people. */
public final class Times {

  private Times() {}

  /** Returns a duration, such as {@code 0.4 s}, {@code 80 s} or {@code 15 min}. */
  public static String duration(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
    return seconds < 120 ? seconds + " s" : time.toMinutes() + " min";
  }

  /** Returns an instant to the second, such as {@code 2026-03-01T12:00:00Z}. */
  public static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
