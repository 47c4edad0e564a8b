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
}
