package io.dowser.crawler.internal.politeness;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header {@code Retry-After}.
 *
 * <p>Source: RFC 9110, section 10.2.3: a number of seconds, or a date in one of the three forms of
 * section 5.6.7.
 */
final class RetryAfter {

  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final int LONGEST_NUMBER = 10;

  /** A year of two digits is at most this far in the future (RFC 9110, section 5.6.7). */
  private static final int MAX_YEARS_AHEAD = 50;

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
    Instant date = date(value, now);
    if (date == null) {
      return null;
    }
    Duration delay = Duration.between(now, date);
    return delay.isNegative() ? Duration.ZERO : shorter(delay);
  }

  private static @Nullable Instant date(String value, Instant now) {
    for (DateTimeFormatter form :
        List.of(DateTimeFormatter.RFC_1123_DATE_TIME, rfc850(now), ASCTIME)) {
      try {
        return form.withZone(ZoneOffset.UTC).parse(value, Instant::from);
      } catch (DateTimeParseException e) {
        // not in that form; an invalid date is ignored
      }
    }
    return null;
  }

  /** Returns the obsolete form of RFC 850, as in {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
  private static DateTimeFormatter rfc850(Instant now) {
    int lastYear = now.atOffset(ZoneOffset.UTC).getYear() + MAX_YEARS_AHEAD;
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, lastYear - 99)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.ENGLISH);
  }

  private static Duration shorter(Duration delay) {
    return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
  }
}
