package io.dowser.crawler.internal;

/** Numbers within URLs. */
public final class Digits {

  private Digits() {}

  public static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Returns the number that a range of a text is, or -1 if it is none of this many digits. */
  public static int number(String text, int from, int to, int fewest, int most) {
    if (to - from < fewest || to - from > most) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!isDigit(c)) {
        return -1;
      }
      value = 10 * value + (c - '0');
    }
    return value;
  }

  public static boolean isMonth(String text, int from, int to) {
    int month = number(text, from, to, 1, 2);
    return month >= 1 && month <= 12;
  }

  /** Returns the year of a text that begins like 2026-11 or 20261103, or -1. */
  public static int yearOfDate(String text, int from, int to) {
    if (to - from >= 6 && to - from <= 10 && (text.charAt(from + 4) == '-')) {
      int end = Math.min(to, from + 7);
      int dash = text.indexOf('-', from + 5);
      int monthEnd = dash < 0 || dash > end ? end : dash;
      return isMonth(text, from + 5, monthEnd) ? number(text, from, from + 4, 4, 4) : -1;
    }
    if (to - from == 8 && number(text, from, to, 8, 8) >= 0) {
      return isMonth(text, from + 4, from + 6) && isDay(text, from + 6, to)
          ? number(text, from, from + 4, 4, 4)
          : -1;
    }
    return -1;
  }

  private static boolean isDay(String text, int from, int to) {
    int day = number(text, from, to, 1, 2);
    return day >= 1 && day <= 31;
  }
}
