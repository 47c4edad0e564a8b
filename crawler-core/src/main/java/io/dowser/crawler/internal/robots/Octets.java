package io.dowser.crawler.internal.robots;

import io.dowser.crawler.api.CrawlUrl;

/**
 * Converts paths of URLs and rules to the octets that RFC 9309, section 2.2.2, compares.
 *
 * <p>An escape is the octet that it stands for, so {@code %7E} equals {@code ~}. An escaped
 * character of the reserved set of RFC 3986, other than a bracket, is a separate symbol, the octet
 * plus 256: whether {@code %3B} equals {@code ;} is up to the server. {@link #folded} makes the two
 * equal. {@code *} and {@code $} equal their escapes always, because a rule cannot name them in any
 * other way.
 */
final class Octets {

  /** The end of a path; in a pattern, the {@code $} at its end. */
  static final char END = 0x200;

  /** The wildcard of a pattern. */
  static final char ANY = 0x201;

  private static final int ESCAPED = 0x100;
  private static final String RESERVED = ":/?#@!&'()+,;=";

  private Octets() {}

  /** Returns path and query of a URL, and {@link #END}. */
  static String of(CrawlUrl url) {
    String text = url.toString();
    var octets = new StringBuilder(text.length());
    for (int i = url.origin().length(); i < text.length(); i += width(text, i)) {
      octets.append(at(text, i));
    }
    return octets.append(END).toString();
  }

  /** Returns the pattern of a rule, with {@link #ANY} and {@link #END}. */
  static String ofPattern(String path) {
    var octets = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i += width(path, i)) {
      boolean isEnd = path.charAt(i) == '$' && i == path.length() - 1;
      octets.append(isEnd ? END : path.charAt(i) == '*' ? ANY : at(path, i));
    }
    return octets.toString();
  }

  private static char at(String text, int i) {
    if (width(text, i) == 1) {
      return text.charAt(i);
    }
    int octet = 16 * hex(text, i + 1) + hex(text, i + 2);
    return (char) (RESERVED.indexOf(octet) >= 0 ? ESCAPED + octet : octet);
  }

  /** Returns the number of characters of the symbol at a place: 3 for a valid escape, else 1. */
  private static int width(String text, int i) {
    return text.charAt(i) == '%' && hex(text, i + 1) >= 0 && hex(text, i + 2) >= 0 ? 3 : 1;
  }

  private static int hex(String text, int i) {
    char c = i < text.length() ? text.charAt(i) : ' ';
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }

  /** Returns octets in which escaped and plain reserved characters are equal. */
  static String folded(String octets) {
    return folded(octets, END);
  }

  /**
   * Returns the pattern of a rule that forbids, with escaped slashes kept: {@code /*%2F*} would
   * close the whole site if they were plain ones.
   */
  static String foldedToForbid(String pattern) {
    return folded(pattern, (char) (ESCAPED + '/'));
  }

  private static String folded(String octets, char kept) {
    var folded = new StringBuilder(octets.length());
    octets
        .chars()
        .map(symbol -> symbol < END && symbol != kept ? symbol & 0xFF : symbol)
        .forEach(symbol -> folded.append((char) symbol));
    return folded.toString();
  }
}
