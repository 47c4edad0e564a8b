package io.dowser.crawler.internal.content;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Numbers as pages write them for people, such as {@code 1.299,00 EUR}. */
final class Numbers {

  /** A longer text is not the text of a number. */
  private static final int LONGEST = 200;

  /** Spaces group three digits; a point or comma between digits is part of a number. */
  private static final Pattern NUMBER =
      Pattern.compile("\\d+(?:[.,']\\d+| \\d{3}(?!\\d))*+|(?<![\\p{L}\\p{N}.,])[.,]\\d+");

  private static final Pattern SIGN = Pattern.compile("(?:^|[\\s(:])[-\u2212\u2013]\\p{Sc}?$");

  /** Multipliers, powers and fractions: the number alone would be another one. */
  private static final Pattern BEHIND =
      Pattern.compile(
          "\\s?(?:\\p{No}|[百千万亿萬億兆]"
              + "|(?i:k|mio|mrd|mln|bn|tsd|thousand|(?:mi|bi)llion|milliard)s?(?!\\p{L}))");

  private static final Pattern BEFORE = Pattern.compile("\\p{No}\\s?$");

  private static final Pattern GROUPED =
      Pattern.compile("[1-9]\\d{0,2}(?:[.,' ]\\d{3})+|[1-9]\\d?(?:,\\d\\d)+,\\d{3}");

  private Numbers() {}

  /** Reads the only number of a text; empty if it has none, several or a form that is unknown. */
  static Optional<BigDecimal> parse(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    String plain = plain(text.strip());
    Matcher number = NUMBER.matcher(plain);
    if (!number.find()) {
      return Optional.empty();
    }
    String digits = number.group();
    String before = plain.substring(0, number.start());
    String behind = plain.substring(number.end());
    if (number.find() || BEFORE.matcher(before).find() || BEHIND.matcher(behind).lookingAt()) {
      return Optional.empty();
    }
    Optional<BigDecimal> value = value(digits);
    return SIGN.matcher(before).find() ? value.map(BigDecimal::negate) : value;
  }

  /** Returns the text with ASCII for digits of all scripts, and for their full-width marks. */
  private static String plain(String text) {
    return text.codePoints()
        .map(Numbers::plain)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private static int plain(int c) {
    if (Character.isDigit(c)) {
      return '0' + Character.digit(c, 10);
    }
    return switch (c) {
      case '\uFF0C' -> ',';
      case '\uFF0E' -> '.';
      case '\uFF0D' -> '-';
      case '\u2019' -> '\'';
      case '\u00A0', '\u2009', '\u202F', '\u3000' -> ' ';
      default -> c;
    };
  }

  /**
   * Reads a number. If it has two kinds of marks, the last one is the decimal one. If it has one
   * kind, it separates groups wherever the groups have three digits.
   */
  private static Optional<BigDecimal> value(String number) {
    int last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
    if (last < 0) {
      return whole(number, "");
    }
    char mark = number.charAt(last);
    String before = number.substring(0, last);
    boolean hasOther = before.chars().anyMatch(c -> !isDigit(c) && c != mark);
    if (!hasOther && GROUPED.matcher(number).matches()) {
      return whole(number, "");
    }
    return before.indexOf(mark) < 0
        ? whole(before, "." + number.substring(last + 1))
        : Optional.empty();
  }

  private static Optional<BigDecimal> whole(String whole, String fraction) {
    boolean isPlain = whole.chars().allMatch(Numbers::isDigit);
    boolean isGrouped =
        GROUPED.matcher(whole).matches()
            && whole.chars().filter(c -> !isDigit(c)).distinct().count() == 1;
    return isPlain || isGrouped
        ? Optional.of(new BigDecimal("0" + whole.replaceAll("\\D", "") + fraction))
        : Optional.empty();
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
