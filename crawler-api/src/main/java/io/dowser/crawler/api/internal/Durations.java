package io.dowser.crawler.api.internal;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations in ISO 8601 and in the short form of settings. */
public final class Durations {

  /** Examples of both forms, for messages. */
  public static final String EXAMPLES = "such as 0.5s, 90s, 8h or PT1.5S";

  /** Days that fit into a number of nanoseconds. */
  private static final int MOST_DAYS = 100_000;

  private static final int MOST_OF_A_UNIT = 999_999;

  private static final Pattern MILLISECONDS = Pattern.compile("\\d{1,9}ms");

  /** Such as {@code 90s}, {@code 1h30m} and {@code 0.5s}. */
  private static final Pattern SHORT =
      Pattern.compile(
          "(?=\\d)(\\d{1,6}d)?((?:\\d{1,6}h)?(?:\\d{1,6}m)?(?:\\d{1,6}(?:\\.\\d{1,9})?s)?)");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @param text without spaces around it
   * @return the duration, which may be negative in ISO 8601
   * @throws DateTimeParseException if the text is in neither form
   */
  public static Duration parse(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    if (MILLISECONDS.matcher(text).matches()) {
      return Duration.ofMillis(Long.parseLong(text.replace("ms", "")));
    }
    Matcher form = SHORT.matcher(text);
    if (!form.matches()) {
      return Duration.parse(text);
    }
    String days = form.group(1) == null ? "" : form.group(1);
    String time = form.group(2).isEmpty() ? "" : "T" + form.group(2);
    return Duration.parse("P" + (days + time).toUpperCase(Locale.ROOT));
  }

  /**
   * Writes a duration in the short form, if it is a whole number of days, hours, minutes, seconds
   * or milliseconds, and otherwise in ISO 8601.
   */
  public static String text(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    if (duration.isNegative() || duration.toDays() > MOST_DAYS) {
      return duration.toString();
    }
    for (Unit unit : Unit.values()) {
      long number = duration.toNanos() / unit.nanos;
      if (duration.toNanos() % unit.nanos == 0 && number <= MOST_OF_A_UNIT) {
        return number + unit.name().toLowerCase(Locale.ROOT);
      }
    }
    return duration.toString();
  }

  private enum Unit {
    D(Duration.ofDays(1)),
    H(Duration.ofHours(1)),
    M(Duration.ofMinutes(1)),
    S(Duration.ofSeconds(1)),
    MS(Duration.ofMillis(1));

    private final long nanos;

    Unit(Duration duration) {
      this.nanos = duration.toNanos();
    }
  }
}
