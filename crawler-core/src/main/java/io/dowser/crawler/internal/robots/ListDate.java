package io.dowser.crawler.internal.robots;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Reads the dates of sitemaps, Atom (W3C's profile of ISO 8601) and RSS (RFC 822). */
final class ListDate {

  private static final DateTimeFormatter W3C =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu[-MM[-dd['T'HH:mm[:ss]]]]")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
          .optionalEnd()
          .appendPattern("[XXX]")
          .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
          .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
          .toFormatter(Locale.ROOT);

  private ListDate() {}

  /** Returns the date, or {@link Instant#MIN} if the text is none. */
  static Instant parse(String text) {
    boolean startsWithYear = !text.isEmpty() && Character.isDigit(text.charAt(0));
    boolean isRss = text.indexOf(',') >= 0 || (startsWithYear && text.indexOf(' ') >= 0);
    try {
      return (isRss ? DateTimeFormatter.RFC_1123_DATE_TIME : W3C).parse(text, Instant::from);
    } catch (DateTimeException e) { // written by strangers
      return Instant.MIN;
    }
  }
}
