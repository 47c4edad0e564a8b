package io.dowser.crawler.text;

/** Replaces typographic variants of punctuation, and removes characters that are not displayed. */
final class Typography {

  private static final char FIRST = '\u00ab';
  private static final int REMOVED = -1;

  private Typography() {}

  /** Returns the plain form of a text; the same object if nothing had to change. */
  static String plain(String text) {
    int at = 0;
    while (at < text.length() && isPlain(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at == text.length() ? text : plain(text, at);
  }

  private static String plain(String text, int start) {
    var plain = new StringBuilder(text.length()).append(text, 0, start);
    text.substring(start)
        .codePoints()
        .map(Typography::plain)
        .filter(c -> c != REMOVED)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  private static boolean isPlain(int c) {
    return (c < FIRST && c != '`') || plain(c) == c;
  }

  private static int plain(int c) {
    if (isIgnorable(c)) {
      return REMOVED;
    }
    return switch (c) {
      // Apostrophes and single quotation marks: Unicode, chapter 6.2, and what is typed for them.
      case '`', 0xb4, 0x2b9, 0x2bb, 0x2bc, 0x2bd, 0x2c8, 0x55a, 0x5f3, 0x2018, 0x2019, 0x201a ->
          '\'';
      case 0x201b, 0x2032, 0x2035, 0x2039, 0x203a, 0xa78c, 0xff07 -> '\'';
      case 0xab, 0xbb, 0x5f4, 0x201c, 0x201d, 0x201e, 0x201f, 0x2033, 0x2036 -> '"';
      case 0x301d, 0x301e, 0x301f, 0xff02 -> '"';
      case 0x2027, 0x2022, 0x2219, 0x22c5, 0x2e31, 0x30fb, 0xff65 -> 0xb7;
      case 0x2044, 0x2215 -> '/';
      case 0x301c -> '~'; // what U+FF5E, the other form of the wave dash, becomes in NFKC
      case 0x2d7, 0x2043, 0x2212 -> '-';
      default -> c > 0x7f && Character.getType(c) == Character.DASH_PUNCTUATION ? '-' : c;
    };
  }

  /** The property Default_Ignorable_Code_Point (Unicode, DerivedCoreProperties.txt). */
  static boolean isIgnorable(int c) {
    return switch (c) {
      case 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xfeff, 0xffa0 -> true;
      default ->
          isWithin(c, 0x180b, 0x180f)
              || isWithin(c, 0x200b, 0x200f)
              || isWithin(c, 0x202a, 0x202e)
              || isWithin(c, 0x2060, 0x206f)
              || isWithin(c, 0xfe00, 0xfe0f)
              || isWithin(c, 0xfff0, 0xfff8)
              || isWithin(c, 0x1bca0, 0x1bca3)
              || isWithin(c, 0x1d173, 0x1d17a)
              || isWithin(c, 0xe0000, 0xe0fff);
    };
  }

  private static boolean isWithin(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
