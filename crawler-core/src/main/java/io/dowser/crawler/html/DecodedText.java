package io.dowser.crawler.html;

import com.google.common.base.CharMatcher;
import java.nio.charset.Charset;
import java.util.stream.IntStream;

/** Evidence in decoded characters for or against their charset. */
final class DecodedText {

  private static final char MALFORMED = '\uFFFD';

  /** One bad character among this many that are not ASCII is an accident. */
  private static final int TOLERANCE = 20;

  /** Fewer characters say nothing about the script. */
  private static final int FEW = 10;

  private DecodedText() {}

  static boolean hasMalformed(String text) {
    return text.indexOf(MALFORMED) >= 0;
  }

  /** No escape sequence of any kind, and no half of a wide character. */
  static boolean isPlainAscii(String text) {
    return text.indexOf('\u001b') < 0 && text.indexOf('\0') < 0 && !text.contains("~{");
  }

  /** Returns whether the bytes of an ASCII text have marks of an encoding. */
  static boolean isEscapedIn(String asciiText, Charset charset) {
    return switch (charset.name()) {
      case "ISO-2022-JP" -> asciiText.indexOf('\u001b') >= 0;
      case "UTF-16LE", "UTF-16BE" -> asciiText.indexOf('\0') >= 0;
      default -> false;
    };
  }

  /**
   * Returns whether few enough characters are malformed or of private use, which is what unassigned
   * codes of East Asian charsets become. A page may be truncated within a character.
   */
  static boolean makesSense(String text) {
    String whole = CharMatcher.is(MALFORMED).trimTrailingFrom(text);
    long bad = whole.chars().filter(DecodedText::isBad).count();
    long good = whole.chars().filter(c -> c >= 0x80).count() - bad;
    return bad * TOLERANCE <= good;
  }

  private static boolean isBad(int c) {
    return c == MALFORMED || (c >= '\uE000' && c <= '\uF8FF');
  }

  /** Returns whether letters beyond ASCII follow each other, which is rare in Western text. */
  static boolean looksEastern(String text) {
    long beyond = text.chars().filter(c -> c >= 0x80).count();
    long together =
        IntStream.range(0, text.length())
            .filter(i -> isBeyond(text, i))
            .filter(i -> isBeyond(text, i - 1) || isBeyond(text, i + 1))
            .count();
    return beyond >= FEW && 2 * together > beyond;
  }

  private static boolean isBeyond(String text, int index) {
    return index >= 0 && index < text.length() && text.charAt(index) >= 0x80;
  }
}
