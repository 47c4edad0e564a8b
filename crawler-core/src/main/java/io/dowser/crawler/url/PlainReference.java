package io.dowser.crawler.url;

/**
 * Proves by one scan that a reference is written canonically, so that no parse is needed.
 *
 * <p>It may say no to a canonical form, never yes to another: whatever passes here comes out of
 * {@link CanonicalSerialization} unchanged but for the fragment and a trailing index file, which a
 * property test holds.
 */
final class PlainReference {

  /** The answer for a form that has to be parsed. */
  static final int NOT_PLAIN = -1;

  /** Stays as it is in a path; slash, dot after slash and percent are looked at by hand. */
  private static final CharacterTable PATH = CharacterTable.lettersDigitsAnd("-._!$&'()*+,;=:@[]");

  /** The same for a crawl that removes path parameters. */
  private static final CharacterTable PATH_WITHOUT_PARAMETERS =
      CharacterTable.lettersDigitsAnd("-._!$&'()*+,=:@[]");

  /** Stays as it is in a query. */
  private static final CharacterTable QUERY =
      CharacterTable.lettersDigitsAnd("-._!$&()*+,;=:@[]/?\\^`{|}");

  private static final CharacterTable UPPER_HEX = CharacterTable.of("0123456789ABCDEF");
  private static final CharacterTable HOST =
      CharacterTable.of("abcdefghijklmnopqrstuvwxyz0123456789-");

  private static final int MAX_HOST = 253;
  private static final int MAX_LABEL = 63;
  private static final String[] INDEX_FILES = {"index.html", "index.htm"};

  private final boolean parametersMatter;

  /**
   * Creates a scan.
   *
   * @param parametersMatter whether a path parameter or a query has to be looked at by the parser
   */
  PlainReference(boolean parametersMatter) {
    this.parametersMatter = parametersMatter;
  }

  /**
   * Scans path and query.
   *
   * @param from index of the first character after a slash
   * @return where the canonical form ends, or {@link #NOT_PLAIN}
   */
  int end(String reference, int from) {
    int pathEnd = pathEnd(reference, from);
    if (pathEnd == NOT_PLAIN) {
      return NOT_PLAIN;
    }
    if (pathEnd < reference.length() && reference.charAt(pathEnd) == '?') {
      return queryEnd(reference, pathEnd + 1);
    }
    return withoutIndexFile(reference, from, pathEnd);
  }

  private int pathEnd(String reference, int from) {
    CharacterTable plain = parametersMatter ? PATH_WITHOUT_PARAMETERS : PATH;
    int length = reference.length();
    int i = startsWithDot(reference, from) ? NOT_PLAIN : from;
    while (i >= 0 && i < length) {
      char c = reference.charAt(i);
      if (plain.contains(c)) {
        i++;
      } else if (c == '?' || c == '#') {
        return i;
      } else {
        i = pastSlashOrEscape(reference, i, c);
      }
    }
    return i;
  }

  private static int pastSlashOrEscape(String reference, int i, char c) {
    if (c == '/') {
      return startsWithDot(reference, i + 1) ? NOT_PLAIN : i + 1;
    }
    return pastEscape(reference, i, c);
  }

  /**
   * Scans a query.
   *
   * @param from index of the first character after the question mark
   * @return where the canonical form ends, or {@link #NOT_PLAIN}
   */
  int queryEnd(String reference, int from) {
    int length = reference.length();
    int i = parametersMatter ? NOT_PLAIN : from;
    while (i >= 0 && i < length) {
      char c = reference.charAt(i);
      if (QUERY.contains(c)) {
        i++;
      } else if (c == '#') {
        return i;
      } else {
        i = pastEscape(reference, i, c);
      }
    }
    return i;
  }

  private static boolean startsWithDot(String reference, int at) {
    return at < reference.length() && reference.charAt(at) == '.';
  }

  /** An escaped dot may be half of a dot segment, which only the parser resolves. */
  private static int pastEscape(String reference, int i, char c) {
    if (c != '%' || i + 2 >= reference.length()) {
      return NOT_PLAIN;
    }
    char high = reference.charAt(i + 1);
    char low = reference.charAt(i + 2);
    boolean plain =
        UPPER_HEX.contains(high) && UPPER_HEX.contains(low) && !(high == '2' && low == 'E');
    return plain ? i + 3 : NOT_PLAIN;
  }

  /** Zou's sixth step, on a path that ends at {@code end}. */
  static int withoutIndexFile(String form, int from, int end) {
    for (String file : INDEX_FILES) {
      int start = end - file.length();
      if (start >= from
          && form.startsWith(file, start)
          && (start == from || form.charAt(start - 1) == '/')) {
        return start;
      }
    }
    return end;
  }

  /**
   * Scans scheme, host and port of an absolute URL.
   *
   * @return index of the slash that starts the path, or {@link #NOT_PLAIN}
   */
  static int pathStart(String url) {
    int hostStart = url.startsWith("http://") ? 7 : url.startsWith("https://") ? 8 : NOT_PLAIN;
    if (hostStart == NOT_PLAIN) {
      return NOT_PLAIN;
    }
    int hostEnd = hostEnd(url, hostStart);
    if (hostEnd == NOT_PLAIN || url.charAt(hostEnd) == '/') {
      return hostEnd;
    }
    return portEnd(url, hostEnd + 1, hostStart == 8 ? 443 : 80);
  }

  private static int hostEnd(String url, int from) {
    int label = from;
    for (int i = from; i < url.length(); i++) {
      char c = url.charAt(i);
      if (HOST.contains(c)) {
        continue;
      }
      if (!isPlainLabel(url, label, i)) {
        return NOT_PLAIN;
      }
      if (c == '/' || c == ':') {
        return isName(url, from, label, i) ? i : NOT_PLAIN;
      }
      if (c != '.') {
        return NOT_PLAIN;
      }
      label = i + 1;
    }
    return NOT_PLAIN;
  }

  /** Two hyphens in a row may be Punycode, which has rules of its own. */
  private static boolean isPlainLabel(String url, int from, int to) {
    if (from == to || to - from > MAX_LABEL) {
      return false;
    }
    int hyphens = url.indexOf("--", from);
    return hyphens < 0 || hyphens >= to;
  }

  /** A last label that starts with a digit may be part of an IPv4 address. */
  private static boolean isName(String url, int from, int lastLabel, int to) {
    char first = url.charAt(lastLabel);
    return to - from <= MAX_HOST && !(first >= '0' && first <= '9');
  }

  private static int portEnd(String url, int from, int defaultPort) {
    int port = 0;
    int i = from;
    while (i < url.length() && i < from + 6 && url.charAt(i) != '/') {
      int digit = url.charAt(i) - '0';
      port = digit < 0 || digit > 9 ? 65_536 : port * 10 + digit;
      i++;
    }
    boolean plain =
        i < url.length()
            && url.charAt(i) == '/'
            && url.charAt(from) != '0'
            && port > 0
            && port <= 65_535
            && port != defaultPort;
    return plain ? i : NOT_PLAIN;
  }
}
