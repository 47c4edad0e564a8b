package io.dowser.crawler.internal.politeness;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header {@code Retry-After}.
 *
 * <p>Source: RFC 9110, section 10.2.3: a number of seconds, or a date. Of the three forms of a date
 * (section 5.6.7) that with a year of two digits is not read: nothing sends it any more.
 */
final class RetryAfter {

  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final int LONGEST_NUMBER = 10;
  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);

  private RetryAfter() {}

  /** Returns the requested delay, from zero to some 100 years; null if there is none. */
  static @Nullable Duration of(HttpHeaders headers, Instant now) {
    String value = headers.firstValue("retry-after").orElse("").strip();
    if (value.isEmpty()) {
      return null;
    }
    return isNumber(value) ? seconds(value) : untilDate(value, now);
  }

  private static boolean isNumber(String value) {
    return value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Numbers have no upper limit in the standard, but time has. */
  private static Duration seconds(String digits) {
    return digits.length() > LONGEST_NUMBER
        ? LONGEST
        : shorter(Duration.ofSeconds(Long.parseLong(digits)));
  }

  private static @Nullable Duration untilDate(String value, Instant now) {
    Instant date = date(value);
    if (date == null) {
      return null;
    }
    Duration delay = Duration.between(now, date);
    return delay.isNegative() ? Duration.ZERO : shorter(delay);
  }

  private static @Nullable Instant date(String value) {
    try {
      return ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException notThatForm) {
      try {
        return LocalDateTime.parse(value, ASCTIME).toInstant(ZoneOffset.UTC);
      } catch (DateTimeParseException e) { // an invalid date is ignored
        return null;
      }
    }
  }

  private static Duration shorter(Duration delay) {
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }
}
