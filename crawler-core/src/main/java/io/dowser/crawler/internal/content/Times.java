package io.dowser.crawler.internal.content;

import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Times as pages write them for programs and for people: ISO 8601 in its extended and basic form
 * and with its common errors, RFC 1123, English, Chinese and Japanese dates, and those with the day
 * first and points between.
 */
final class Times {

  private static final int LONGEST = 100;

  /** The first letters of the months in English, German, French, Spanish, Italian and Dutch. */
  private static final List<String> MONTHS =
      List.of(
          "jan jän ene gen",
          "feb fév fev",
          "mar mär mrz mrt maa",
          "apr avr abr",
          "may mai mag mei",
          "jun juin giu",
          "jul juil lug",
          "aug aoû aou ago",
          "sep set",
          "oct okt ott",
          "nov",
          "dec dez déc dic");

  private static final Map<String, String> ZONES =
      Map.of(
          "est", "-05:00", "edt", "-04:00", "cst", "-06:00", "cdt", "-05:00", "mst", "-07:00",
          "mdt", "-06:00", "pst", "-08:00", "pdt", "-07:00");

  private static final String MONTH = "(?<month>\\p{L}{3,9})\\.?";

  private static final String DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.)?";

  private static final String TIME =
      "(?:(?:t|,? (?:at )?)(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})"
          + "(?:[.,](?<fraction>\\d{1,9})\\d*+)?)?(?: ?(?<half>[ap])\\.?m\\.?)?"
          + " ?(?<zone>z|[ecmp][sd]t(?!\\p{L})|(?:utc|gmt|ut)?(?:[+-]\\d{2}(?::?\\d{2})?)?|[a-z]{3})"
          + "(?: ?[(\\[][^)\\]]*+[)\\]])?)?";

  private static final Pattern LABEL =
      Pattern.compile(
          "^(?:(?:date )?(?:published|posted|updated|(?:last )?modified)(?: on| at)?"
              + "|(?:发[布表]|發[布佈表]|更新|修改)(?:[时時][间間]|日期|[于於])?) ?:? ?");

  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile("(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})" + TIME),
          Pattern.compile(
              "(?:\\p{L}{3,10},? )?"
                  + (DAY + "(?: of | de |[ -])" + MONTH)
                  + (",?(?: de |[ -])(?<year>\\d{4})" + TIME)),
          Pattern.compile("(?:\\p{L}{3,10},? )?" + MONTH + " " + DAY + ",? (?<year>\\d{4})" + TIME),
          Pattern.compile("(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})" + TIME),
          Pattern.compile(
              "(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})"
                  + "(?:t(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})?(?<fraction>)(?<half>)"
                  + "(?<zone>z|[+-]\\d{2}(?::?\\d{2})?|))?"));

  /** A day that is no month, so that it does not matter which of them a site writes first. */
  private static final String HIGH_DAY = "1[3-9]|2\\d|3[01]";

  private static final List<Pattern> FORMS_FOR_PEOPLE =
      Stream.concat(
              FORMS.subList(0, 4).stream(),
              Stream.of(
                      "(?<day>\\d{2})\\.(?<month>\\d{2})\\.(?<year>\\d{2})(?![.\\d])",
                      "(?<day>" + HIGH_DAY + ")/(?<month>\\d{1,2})/(?<year>\\d{4})",
                      "(?<month>\\d{1,2})/(?<day>" + HIGH_DAY + ")/(?<year>\\d{4})",
                      "(?<day>(?<month>\\d{1,2}))/\\k<month>/(?<year>\\d{4})")
                  .map(date -> Pattern.compile(date + TIME)))
          .map(form -> Pattern.compile("(?<![\\d\\p{L}./-])" + form.pattern() + "(?![\\d/-])"))
          .toList();

  private static final Pattern YEAR =
      Pattern.compile(
          "(?:19[89]|20[0-4])\\d|[12][90１２９０][０-９]{2}|(?<!\\d)\\d{2}\\.\\d{2}\\.\\d{2}(?!\\d)");

  private static final Pattern BEFORE = Pattern.compile("(?:^|[(\\[|/·•,;:–—-]) ?$");
  private static final Pattern BEHIND = Pattern.compile(" ?(?:$|[)\\]|/·•,.;:–—-])");

  private Times() {}

  /** Reads a time with its zone; one without a zone is in UTC, a date is its first moment. */
  static Optional<OffsetDateTime> parse(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    String plain = LABEL.matcher(plain(text)).replaceFirst("");
    for (Pattern form : FORMS) {
      Matcher time = form.matcher(plain);
      if (time.matches()) {
        return instant(time);
      }
    }
    return Optional.empty();
  }

  /**
   * A time in a text.
   *
   * @param isApart whether it stands between punctuation or the ends of the text, not between words
   */
  record Found(OffsetDateTime time, boolean isApart) {}

  /** Finds the first time with a year at the start of a text, in the forms that people write. */
  static Optional<Found> find(String text) {
    String start = text.substring(0, Math.min(text.length(), LONGEST));
    if (!YEAR.matcher(start).find()) {
      return Optional.empty();
    }
    String plain = plain(start);
    int first = Integer.MAX_VALUE;
    Optional<Found> earliest = Optional.empty();
    for (Pattern form : FORMS_FOR_PEOPLE) {
      Matcher time = form.matcher(plain);
      while (time.find() && time.start() < first) {
        Optional<OffsetDateTime> found = instant(time);
        if (found.isPresent()) {
          first = time.start();
          boolean cut = time.end() == plain.length() && text.length() > LONGEST;
          boolean apart = !cut && isApart(plain, time);
          earliest = found.map(each -> new Found(each, apart));
        }
      }
    }
    return earliest;
  }

  private static boolean isApart(String text, Matcher time) {
    int start = Math.min(time.start("day"), time.start("month")); // a word before may be no weekday
    return BEFORE.matcher(text.substring(0, Math.min(start, time.start("year")))).find()
        && BEHIND.matcher(text.substring(time.end())).lookingAt();
  }

  private static String plain(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC)
        .toLowerCase(Locale.ROOT)
        .replaceAll(" ?[年月] ?", "-")
        .replaceAll("[日号號]", " ")
        .replaceAll("(\\d{1,2})[时時](\\d{2})分?", "$1:$2")
        .replaceAll("[上早]午 ?(\\d{1,2}:\\d{2}(?::\\d{2})?)", "$1 am")
        .replaceAll("下午 ?(0?\\d:\\d{2}(?::\\d{2})?|1[01]:\\d{2}(?::\\d{2})?)", "$1 pm")
        .replaceAll("[\\s\u2212]+", " ")
        .strip();
  }

  private static Optional<OffsetDateTime> instant(Matcher time) {
    try {
      String fraction = group(time, "fraction");
      LocalDateTime local =
          LocalDateTime.of(
              year(time),
              month(group(time, "month")),
              number(time, "day"),
              hour(time),
              number(time, "minute"),
              number(time, "second"),
              Integer.parseInt((fraction + "000000000").substring(0, 9)));
      ZoneOffset zone = zone(group(time, "zone"));
      return zone == null ? Optional.empty() : Optional.of(local.atOffset(zone));
    } catch (DateTimeException e) { // no such day or time
      return Optional.empty();
    }
  }

  private static String group(Matcher time, String name) {
    String value = time.group(name);
    return value == null ? "" : value;
  }

  private static int number(Matcher time, String name) {
    String digits = group(time, name);
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  /** Two digits are a year of this century. */
  private static int year(Matcher time) {
    int year = number(time, "year");
    return year < 100 ? 2_000 + year : year;
  }

  private static int month(String month) {
    return Character.isDigit(month.charAt(0)) ? Integer.parseInt(month) : 1 + indexOfMonth(month);
  }

  /** Returns -1, which is no month, for a word that is the name of none. */
  private static int indexOfMonth(String name) {
    for (int month = 0; month < MONTHS.size(); month++) {
      for (String start : MONTHS.get(month).split(" ", -1)) {
        if (name.startsWith(start)) {
          return month;
        }
      }
    }
    return -1;
  }

  private static int hour(Matcher time) {
    int hour = number(time, "hour");
    return switch (group(time, "half")) {
      case "a" -> hour == 12 ? 0 : hour;
      case "p" -> hour == 12 ? 12 : hour + 12;
      default -> hour;
    };
  }

  /** Returns the offset of a zone, UTC for none, or null for one that is unknown. */
  private static @Nullable ZoneOffset zone(String zone) {
    String offset = ZONES.getOrDefault(zone, zone.replaceFirst("^(?:utc|gmt|ut|z)", ""));
    return offset.isEmpty()
        ? ZoneOffset.UTC
        : offset.matches("[+-].*") ? ZoneOffset.of(offset) : null;
  }
}
