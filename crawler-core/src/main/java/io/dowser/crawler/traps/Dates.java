package io.dowser.crawler.traps;

import io.dowser.crawler.internal.Digits;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Dates within URLs. A number alone is not a date. It needs the shape of a date, as in 2026-11-03,
 * or a calendar word next to it, as in /events/2026/11 or ?month=2026-11.
 */
final class Dates {

  static final int NONE = -1;

  private static final Pattern NO_LETTERS = Pattern.compile("[^a-z]+");

  private static final Set<String> NAMES =
      Set.of("cal", "date", "day", "days", "week", "weeks", "month", "months", "year", "years");

  private static final List<String> BEGINNINGS =
      List.of("calend", "kalend", "event", "agend", "schedul", "daily", "weekly", "monthly");

  /** Names of one word, such as startdate. */
  private static final List<String> ENDS = List.of("date", "month", "year", "calendar");

  /** Words with such an ending that are not dates. */
  private static final List<String> NO_DATES = List.of("update", "validate", "candidate");

  private Dates() {}

  /** Returns whether a text has a word for dates. */
  static boolean isNamed(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return NO_LETTERS.splitAsStream(lower).anyMatch(Dates::isName);
  }

  private static boolean isName(String word) {
    return NAMES.contains(word)
        || BEGINNINGS.stream().anyMatch(word::startsWith)
        || (ENDS.stream().anyMatch(word::endsWith) && NO_DATES.stream().noneMatch(word::endsWith));
  }

  /** Returns the year of a text that begins like 2026-11-03, or {@link #NONE}. */
  static int yearOfDay(String text, int from, int to) {
    return to - from >= 10
            && (to - from == 10 || !Digits.isDigit(text.charAt(from + 10)))
            && text.charAt(from + 4) == '-'
            && text.charAt(from + 7) == '-'
            && isMonth(text, from + 5, from + 7, 2)
            && isDay(text, from + 8, from + 10, 2)
        ? year(text, from, from + 4)
        : NONE;
  }

  /** Returns the year of a text like 2026-11, 2026-1-3 or 20261103, or {@link #NONE}. */
  static int yearOfMonth(String text, int from, int to) {
    if (to - from == 8 && Digits.number(text, from, to, 8, 8) >= 0) {
      return isMonth(text, from + 4, from + 6, 2) && isDay(text, from + 6, to, 2)
          ? year(text, from, from + 4)
          : NONE;
    }
    if (to - from < 6 || to - from > 10 || text.charAt(from + 4) != '-') {
      return NONE;
    }
    int dash = text.indexOf('-', from + 5);
    int monthEnd = dash < 0 || dash > to ? to : dash;
    return isMonth(text, from + 5, monthEnd, 1) ? year(text, from, from + 4) : NONE;
  }

  static int year(String text, int from, int to) {
    return Digits.number(text, from, to, 4, 4);
  }

  static boolean isMonth(String text, int from, int to, int fewestDigits) {
    int month = Digits.number(text, from, to, fewestDigits, 2);
    return month >= 1 && month <= 12;
  }

  static boolean isDay(String text, int from, int to, int fewestDigits) {
    int day = Digits.number(text, from, to, fewestDigits, 2);
    return day >= 1 && day <= 31;
  }
}
