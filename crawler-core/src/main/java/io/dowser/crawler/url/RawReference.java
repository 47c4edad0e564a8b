package io.dowser.crawler.url;

/**
 * Removes from a reference what a browser removes before it parses (WHATWG URL Standard, section
 * 4.4): control characters and spaces around it, tabs and line breaks anywhere. The fragment goes
 * as well; half a surrogate pair becomes a replacement character.
 */
final class RawReference {

  /**
   * No host name has more than 253 characters, even if each is written as several. Of much longer
   * ones in Punycode, the parser takes seconds to find that they are none.
   */
  private static final int LONGEST_AUTHORITY = 1_024;

  private RawReference() {}

  /**
   * Cleans a reference of a page. If it had a fragment, it now has an empty one, so that the parser
   * keeps a space before it.
   */
  static String clean(String raw) {
    int end = raw.length();
    while (end > 0 && raw.charAt(end - 1) <= ' ') {
      end--;
    }
    int start = 0;
    while (start < end && raw.charAt(start) <= ' ') {
      start++;
    }
    int fragment = raw.indexOf('#', start);
    if (fragment >= 0 && fragment < end) {
      end = fragment + 1;
    }
    for (int i = start; i < end; i++) {
      if (isStrange(raw.charAt(i))) {
        return withoutStrange(raw, start, end);
      }
    }
    return raw.substring(start, end);
  }

  private static boolean isStrange(char c) {
    return c == '\t' || c == '\n' || c == '\r' || c == '\f' || Character.isSurrogate(c);
  }

  private static String withoutStrange(String raw, int start, int end) {
    var clean = new StringBuilder(end - start);
    int i = start;
    while (i < end) {
      int c = raw.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\f') {
        clean.append("%0C"); // a browser keeps it, the parser would drop it
      } else if (c >= 0xD800 && c <= 0xDFFF) {
        clean.append('\uFFFD');
      } else if (c != '\t' && c != '\n' && c != '\r') {
        clean.appendCodePoint(c);
      }
    }
    return clean.toString();
  }

  /**
   * Returns whether a clean reference starts with a letter, and a colon comes before anything that
   * cannot be part of a scheme.
   */
  static boolean hasForeignScheme(String clean) {
    int end = schemeEnd(clean);
    return end > 0 && end < clean.length() && clean.charAt(end) == ':' && !isHttp(clean, end);
  }

  private static int schemeEnd(String clean) {
    int end = 0;
    while (end < clean.length() && isOfScheme(clean.charAt(end), end == 0)) {
      end++;
    }
    return end;
  }

  private static boolean isOfScheme(char c, boolean first) {
    char lower = (char) (c | 0x20);
    boolean letter = lower >= 'a' && lower <= 'z';
    return letter || (!first && ((c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-'));
  }

  private static boolean isHttp(String clean, int end) {
    boolean http = clean.regionMatches(true, 0, "http", 0, 4);
    return http && (end == 4 || (end == 5 && (clean.charAt(4) | 0x20) == 's'));
  }

  /** Returns whether a reference names a host in far more characters than a host name can have. */
  static boolean isHostTooLong(String clean) {
    return clean.length() > LONGEST_AUTHORITY && authorityLength(clean) > LONGEST_AUTHORITY;
  }

  private static int authorityLength(String clean) {
    int colon = clean.indexOf(':');
    boolean scheme = colon > 0 && isHttp(clean, colon);
    int start = scheme ? colon + 1 : 0;
    int slashes = 0;
    while (start + slashes < clean.length() && isSlash(clean.charAt(start + slashes))) {
      slashes++;
    }
    if (!scheme && slashes < 2) {
      return 0;
    }
    int end = start + slashes;
    while (end < clean.length() && !isSlash(clean.charAt(end)) && clean.charAt(end) != '?') {
      end++;
    }
    return end - start - slashes;
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }
}
