package io.dowser.crawler.api;

import java.nio.CharBuffer;
import java.util.Arrays;

/**
 * Text that grows at its end, each run of white space one blank; none at the start. Not
 * thread-safe.
 */
final class CollapsedText {

  private static final char FIRST_WIDE_BLANK = '\u00a0';

  private char[] text = {}; // a string builder appends parts of strings character by character
  private int length;

  static String collapse(String value) {
    var collapsed = new CollapsedText();
    collapsed.append(value);
    return collapsed.toString();
  }

  /** Appends a value as it is, then closes the gaps in it. */
  void append(String value) {
    int end = length + value.length();
    reserve(value.length());
    value.getChars(0, value.length(), text, length);
    length = closeGaps(text, length, end);
  }

  private static int closeGaps(char[] chars, int start, int end) {
    int to = start;
    for (int i = start; i < end; i++) {
      char c = chars[i];
      if (!isBlank(c)) {
        chars[to++] = c;
      } else if (to > 0 && chars[to - 1] != ' ') {
        chars[to++] = ' ';
      }
    }
    return to;
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || (c >= FIRST_WIDE_BLANK && isWideBlank(c));
  }

  private static boolean isWideBlank(char c) {
    return switch (c) {
      case '\u00a0', '\u3000', '\u2028', '\u2029', '\u202f', '\u205f' -> true;
      default -> c >= '\u2000' && c <= '\u200a'; // blanks of fixed width
    };
  }

  private void reserve(int more) {
    if (more > text.length - length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
    }
  }

  void breakText() {
    if (length > 0 && text[length - 1] != ' ') {
      reserve(1);
      text[length++] = ' ';
    }
  }

  int length() {
    return length;
  }

  /** The text so far, perhaps with a blank at its end. */
  CharSequence characters() {
    return CharBuffer.wrap(text, 0, length);
  }

  static int skipBlanks(CharSequence text, int start, int end) {
    int i = start;
    while (i < end && text.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  static int skipBlanksBack(CharSequence text, int start, int end) {
    int i = end;
    while (i > start && text.charAt(i - 1) == ' ') {
      i--;
    }
    return i;
  }

  /** The text without a blank at its end. */
  @Override
  public String toString() {
    return new String(text, 0, skipBlanksBack(characters(), 0, length));
  }
}
