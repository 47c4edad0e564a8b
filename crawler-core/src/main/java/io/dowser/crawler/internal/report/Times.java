package io.dowser.crawler.internal.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Writes times for people. */
public final class Times {

  private Times() {}

  /** Returns an instant to the second, such as {@code 2026-03-01T12:00:00Z}. */
  public static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
