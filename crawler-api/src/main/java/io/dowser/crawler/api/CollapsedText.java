package io.dowser.crawler.api;

import java.util.Arrays;

/**
 * Text that grows at its end, each run of white space one blank; none at the start. Not
 * thread-safe.
 */
final class CollapsedText {

  private static final int FIRST = 1_024;
  private static final char LAST_BLANK = '\u3000';
  private static final char[] NONE = {};

  private char[] characters; // none before the first text: not every page has one
  private int length;

  CollapsedText() {
    this.characters = NONE;
  }

  private CollapsedText(int capacity) {
    this.characters = new char[capacity];
  }

  static String collapse(String value) {
    var collapsed = new CollapsedText(value.length());
    collapsed.append(value);
    return collapsed.toString();
  }

  /** Copies the value in one go and then closes the gaps: faster than one by one. */
  void append(String value) {
    int end = value.length();
    int start = 0;
    while (start < end && value.charAt(start) <= ' ') { // half of the chunks of a page are blanks
      start++;
    }
    if (start > 0) {
      breakText();
    }
    if (start < end) {
      int from = length;
      makeRoom(from + end - start);
      value.getChars(start, end, characters, from);
      length = closeGaps(characters, from, from + end - start);
    }
  }

  private static int closeGaps(char[] text, int from, int end) {
    int to = from;
    for (int i = from; i < end; i++) {
      char c = text[i];
      if (c > ' ' && (c < '\u00a0' || c > LAST_BLANK || !isWideBlank(c))) {
        text[to++] = c;
      } else if (to > 0 && text[to - 1] != ' ') {
        text[to++] = ' ';
      }
    }
    return to;
  }

  private static boolean isWideBlank(char c) {
    return switch (c) {
      case '\u00a0', '\u3000', '\u2028', '\u2029', '\u202f', '\u205f' -> true;
      default -> c >= '\u2000' && c <= '\u200a'; // blanks of fixed width
    };
  }

  void breakText() {
    if (length > 0 && characters[length - 1] != ' ') {
      makeRoom(length + 1);
      characters[length++] = ' ';
    }
  }

  int length() {
    return length;
  }

  int skipBlanks(int start, int end) {
    int i = start;
    while (i < end && characters[i] == ' ') {
      i++;
    }
    return i;
  }

  int skipBlanksBack(int start, int end) {
    int i = end;
    while (i > start && characters[i - 1] == ' ') {
      i--;
    }
    return i;
  }

  private void makeRoom(int needed) {
    if (needed > characters.length) {
      int doubled = Math.max(FIRST, 2 * characters.length);
      characters = Arrays.copyOf(characters, Math.max(needed, doubled));
    }
  }

  /** The text without a blank at its end. */
  @Override
  public String toString() {
    return new String(characters, 0, skipBlanksBack(0, length));
  }
}
