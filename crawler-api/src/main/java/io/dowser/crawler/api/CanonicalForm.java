package io.dowser.crawler.api;

import java.util.Objects;

/** Checks that a spelling can be canonical and finds its parts in one pass. */
final class CanonicalForm {

  private static final int MAX_PORT = 65_535;
  private static final boolean[] HOST_CHARACTERS = characters("-._%[]:");
  private static final boolean[] PATH_CHARACTERS = characters("-._~:/[]@!$&'()*+,;=%|^`{}");
  private static final boolean[] QUERY_CHARACTERS = characters("-._~:/?[]@!$&'()*+,;=%|^`{}\\");

  private CanonicalForm() {}

  static CrawlUrl parse(String spelling) {
    Objects.requireNonNull(spelling, "canonical");
    if (spelling.length() > CrawlUrl.MAX_LENGTH) {
      throw refused(
          spelling.substring(0, 80) + "...",
          "it has " + spelling.length() + " characters, allowed are " + CrawlUrl.MAX_LENGTH);
    }
    int hostStart = hostStart(spelling);
    int pathStart = spelling.indexOf('/', hostStart);
    if (pathStart < 0) {
      throw refused(spelling, "its path is empty, the root is written '/'");
    }
    int hostEnd = hostEnd(spelling, hostStart, pathStart);
    checkHost(spelling, hostStart, hostEnd);
    checkPort(spelling, hostStart, hostEnd, pathStart);
    checkRest(spelling, pathStart);
    return CrawlUrl.trusted(spelling, spelling.substring(hostStart, hostEnd), pathStart);
  }

  private static int hostStart(String spelling) {
    if (spelling.startsWith("http://")) {
      return 7;
    }
    if (spelling.startsWith("https://")) {
      return 8;
    }
    throw refused(spelling, "it must start with http:// or https://");
  }

  private static int hostEnd(String spelling, int hostStart, int pathStart) {
    int from = spelling.startsWith("[", hostStart) ? spelling.indexOf(']', hostStart) : hostStart;
    int colon = from < 0 ? -1 : spelling.indexOf(':', from);
    return colon < 0 || colon > pathStart ? pathStart : colon;
  }

  private static void checkHost(String spelling, int start, int end) {
    if (start == end) {
      throw refused(spelling, "its host is empty");
    }
    for (int i = start; i < end; i++) {
      char c = spelling.charAt(i);
      if (!contains(HOST_CHARACTERS, c) || (c >= 'A' && c <= 'Z')) {
        throw refused(spelling, "its host contains '" + c + "'");
      }
    }
  }

  private static void checkPort(String spelling, int hostStart, int hostEnd, int pathStart) {
    if (hostEnd == pathStart) {
      return;
    }
    int port = 0;
    for (int i = hostEnd + 1; i < pathStart && port <= MAX_PORT; i++) {
      int digit = spelling.charAt(i) - '0';
      port = digit < 0 || digit > 9 ? MAX_PORT + 1 : port * 10 + digit;
    }
    boolean isDefault = port == (hostStart == 8 ? 443 : 80);
    if (port == 0 || port > MAX_PORT || isDefault || spelling.charAt(hostEnd + 1) == '0') {
      throw refused(spelling, "its port must be 1 to 65535 and is left out if it is the default");
    }
  }

  private static void checkRest(String spelling, int pathStart) {
    boolean[] allowed = PATH_CHARACTERS;
    for (int i = pathStart; i < spelling.length(); i++) {
      char c = spelling.charAt(i);
      if (!contains(allowed, c)) {
        if (c != '?') {
          throw refused(spelling, "it contains '" + c + "' at index " + i);
        }
        allowed = QUERY_CHARACTERS;
      }
    }
  }

  private static boolean contains(boolean[] characters, char c) {
    return c < 128 && characters[c];
  }

  private static boolean[] characters(String others) {
    var set = new boolean[128];
    for (char c = 0; c < 128; c++) {
      boolean letterOrDigit = Character.isLetterOrDigit(c);
      set[c] = letterOrDigit || others.indexOf(c) >= 0;
    }
    return set;
  }

  private static IllegalArgumentException refused(String spelling, String reason) {
    return new IllegalArgumentException("not a canonical URL: '" + spelling + "': " + reason);
  }
}
