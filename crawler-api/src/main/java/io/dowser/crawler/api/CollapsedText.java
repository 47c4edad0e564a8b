package io.dowser.crawler.api;

/**
 * Text that grows at its end, each run of white space one blank; none at the start. Not
 * thread-safe.
 */
final class CollapsedText {

  private final StringBuilder text = new StringBuilder(0); // not every page has one

  static String collapse(String value) {
    var collapsed = new CollapsedText();
    collapsed.append(value);
    return collapsed.toString();
  }

  /** Appends the words of a value, each in one go. */
  void append(String value) {
    int start = 0;
    for (int i = 0; i < value.length(); i++) {
      if (isBlank(value.charAt(i))) {
        text.append(value, start, i);
        breakText();
        start = i + 1;
      }
    }
    text.append(value, start, value.length());
  }

  private static boolean isBlank(char c) {
    return switch (c) {
      case '\u00a0', '\u3000', '\u2028', '\u2029', '\u202f', '\u205f' -> true;
      default -> c <= ' ' || (c >= '\u2000' && c <= '\u200a'); // blanks of fixed width
    };
  }

  void breakText() {
    if (text.length() > 0 && text.charAt(text.length() - 1) != ' ') {
      text.append(' ');
    }
  }

  /** The text so far, perhaps with a blank at its end. */
  CharSequence characters() {
    return text;
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
    return text.substring(0, skipBlanksBack(text, 0, text.length()));
  }
}
