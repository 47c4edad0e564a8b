package io.dowser.crawler.internal.robots;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the dates of sitemaps, Atom (W3C's profile of ISO 8601) and RSS (RFC 822), and those with a
 * space for the {@code T}, an offset without a colon or the name of a zone. Dates without a zone
 * are in UTC.
 */
final class ListDate {

  /** The zones of RFC 822; others are taken for UTC. */
  private static final Map<String, String> ZONES =
      Map.of(
          "EST", "-05:00", "EDT", "-04:00", "CST", "-06:00", "CDT", "-05:00", "MST", "-07:00",
          "MDT", "-06:00", "PST", "-08:00", "PDT", "-07:00");

  private static final Pattern WEEKDAY = Pattern.compile("^[A-Za-z]+,? ?");
  private static final Pattern ZONE = Pattern.compile(" ?([A-Za-z]{1,4})$");
  private static final Pattern OFFSET = Pattern.compile(" ?([+-][0-9]{2}):?([0-9]{2})$");

  private static final DateTimeFormatter W3C =
      defaults(
          new DateTimeFormatterBuilder()
              .appendPattern("uuuu[-MM[-dd[['T'][' ']HH:mm[:ss]]]]")
              .optionalStart()
              .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
              .optionalEnd());

  /** Years of two digits are those from 1980 to 2079. */
  private static final DateTimeFormatter RSS =
      defaults(
          new DateTimeFormatterBuilder()
              .parseCaseInsensitive()
              .appendPattern("d [MMMM][MMM] ")
              .appendValueReduced(ChronoField.YEAR, 2, 4, 1980)
              .appendPattern("[ HH:mm[:ss]]"));

  private ListDate() {}

  private static DateTimeFormatter defaults(DateTimeFormatterBuilder date) {
    return date.appendPattern("[XXX]")
        .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
        .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
        .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
        .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
        .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
        .toFormatter(Locale.ENGLISH);
  }

  /** Returns the date, or {@link Instant#MIN} if the text is not a date. */
  static Instant parse(String text) {
    Instant usual = text.indexOf(' ') < 0 ? parse(text, W3C) : Instant.MIN;
    return usual.equals(Instant.MIN) ? parseUnusual(text.replaceAll("\\s+", " ")) : usual;
  }

  private static Instant parseUnusual(String text) {
    String date = WEEKDAY.matcher(text).replaceFirst("");
    Matcher zone = ZONE.matcher(date);
    String zoned =
        zone.find()
            ? zone.replaceFirst(ZONES.getOrDefault(zone.group(1), "Z"))
            : OFFSET.matcher(date).replaceFirst("$1:$2");
    return parse(zoned, zoned.matches("[0-9]{4}-.*") ? W3C : RSS);
  }

  private static Instant parse(String text, DateTimeFormatter form) {
    try {
      return form.parse(text, Instant::from);
    } catch (DateTimeException e) { // written by strangers
      return Instant.MIN;
    }
  }
}
