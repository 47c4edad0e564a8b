package io.dowser.crawler.api;

import java.nio.CharBuffer;
import java.util.Arrays;

/**
 * Text that grows at its end, each run of white space one blank; none at the start. A run with a
 * line break between two characters of the Chinese and Japanese scripts is none (CSS Text 3, 4.1.3,
 * segment break transformation). Not thread-safe.
 */
final class CollapsedText {

  private static final char FIRST_WIDE_BLANK = '\u00a0';
  private static final char FIRST_WIDE = '\u2e80';
  private static final char HIGH_OF_PLANE_2 = '\ud840';
  private static final char HIGH_OF_PLANE_3 = '\ud8bf';

  private char[] text = {}; // a string builder appends parts of strings character by character
  private int length;

  /** The text ends with a line break that is a blank only if no wide character follows. */
  private boolean lineBroken;

  static String collapse(String value) {
    var collapsed = new CollapsedText();
    collapsed.append(value);
    return collapsed.toString();
  }

  /** Appends a value as it is, behind room for a blank, then closes the gaps in it. */
  void append(String value) {
    reserve(value.length() + 1);
    int start = length + 1;
    value.getChars(0, value.length(), text, start);
    length = closeGaps(start, start + value.length());
  }

  private int closeGaps(int start, int end) {
    int to = length;
    for (int i = start; i < end; i++) {
      char c = text[i];
      if (!isBlank(c)) {
        to = lineBroken && !isWide(c) ? addBlank(to) : to;
        lineBroken = false;
        text[to++] = c;
      } else if (to > 0 && text[to - 1] != ' ' && !lineBroken) {
        lineBroken = isWideBefore(to) && breaksLine(i, end);
        to = lineBroken ? to : addBlank(to);
      }
    }
    return to;
  }

  private int addBlank(int to) {
    text[to] = ' ';
    return to + 1;
  }

  private boolean isWideBefore(int end) {
    char last = text[end - 1];
    return isWide(Character.isLowSurrogate(last) && end > 1 ? text[end - 2] : last);
  }

  /** Returns whether the white space from a place on has a line break. */
  private boolean breaksLine(int start, int end) {
    int i = start;
    while (i < end && isBlank(text[i]) && text[i] != '\n' && text[i] != '\r') {
      i++;
    }
    return i < end && isBlank(text[i]);
  }

  /**
   * Returns whether a character, or the first half of one, has the property East_Asian_Width of
   * Wide, Fullwidth or Halfwidth and is not Hangul (Unicode, UAX 11), among those of running text.
   */
  private static boolean isWide(char c) {
    return c >= FIRST_WIDE
        && (c <= '\u312f'
            || (c >= '\u3190' && c <= '\ua4cf')
            || (c >= HIGH_OF_PLANE_2 && c <= HIGH_OF_PLANE_3)
            || (c >= '\uf900' && c <= '\ufaff')
            || (c >= '\ufe30' && c <= '\ufe6f')
            || (c >= '\uff01' && c <= '\uff9f'));
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
    lineBroken = false;
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
