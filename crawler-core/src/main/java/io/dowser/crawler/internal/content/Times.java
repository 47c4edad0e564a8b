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
import org.jspecify.annotations.Nullable;

/**
 * Times as pages write them for programs and for people: ISO 8601 in its extended and basic form
 * and with its common errors, RFC 1123, English, Chinese and Japanese dates, and those with the day
 * first and points between.
 */
final class Times {

  private static final int LONGEST = 100;

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final Map<String, String> ZONES =
      Map.of(
          "est", "-05:00", "edt", "-04:00", "cst", "-06:00", "cdt", "-05:00", "mst", "-07:00",
          "mdt", "-06:00", "pst", "-08:00", "pdt", "-07:00");

  private static final String MONTH =
      "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
          + "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

  private static final String DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";

  private static final String TIME =
      "(?:(?:t|,? (?:at )?)(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})"
          + "(?:[.,](?<fraction>\\d{1,9})\\d*+)?)?(?: ?(?<half>[ap])\\.?m\\.?)?"
          + " ?(?<zone>z|(?:utc|gmt|ut)?(?:[+-]\\d{2}(?::?\\d{2})?)?|[a-z]{3})"
          + "(?: ?[(\\[][^)\\]]*+[)\\]])?)?";

  private static final Pattern LABEL =
      Pattern.compile(
          "^(?:(?:date )?(?:published|posted|updated|(?:last )?modified)(?: on| at)?"
              + "|(?:发[布表]|發[布佈表]|更新|修改)(?:[时時][间間]|日期|[于於])?) ?:? ?");

  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile("(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})" + TIME),
          Pattern.compile(
              "(?:[a-z]{3,9},? )?" + DAY + "[ -]" + MONTH + ",?[ -](?<year>\\d{4})" + TIME),
          Pattern.compile("(?:[a-z]{3,9},? )?" + MONTH + " " + DAY + ",? (?<year>\\d{4})" + TIME),
          Pattern.compile("(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})" + TIME),
          Pattern.compile(
              "(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})"
                  + "(?:t(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})?(?<fraction>)(?<half>)"
                  + "(?<zone>z|[+-]\\d{2}(?::?\\d{2})?|))?"));

  private Times() {}

  /** Reads a time with its zone; one without a zone is in UTC, a date is its first moment. */
  static Optional<OffsetDateTime> parse(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    String plain =
        Normalizer.normalize(text, Normalizer.Form.NFKC)
            .toLowerCase(Locale.ROOT)
            .replaceAll(" ?[年月] ?", "-")
            .replaceAll("[日号號]", " ")
            .replaceAll("[\\s\u2212]+", " ")
            .strip();
    plain = LABEL.matcher(plain).replaceFirst("");
    for (Pattern form : FORMS) {
      Matcher time = form.matcher(plain);
      if (time.matches()) {
        return instant(time);
      }
    }
    return Optional.empty();
  }

  private static Optional<OffsetDateTime> instant(Matcher time) {
    try {
      String fraction = group(time, "fraction");
      LocalDateTime local =
          LocalDateTime.of(
              number(time, "year"),
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

  private static int month(String month) {
    return Character.isDigit(month.charAt(0))
        ? Integer.parseInt(month)
        : 1 + MONTHS.indexOf(month.substring(0, 3));
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
