package io.dowser.crawler.api;

import java.util.Objects;

/** Checks that a form can be canonical and finds its parts in one pass. */
final class CanonicalForm {

  private static final int MAX_PORT = 65_535;
  private static final int HOST = 1;
  private static final int PATH = 2;
  private static final int QUERY = 4;
  private static final byte[] PLACES = places();

  private CanonicalForm() {}

  static CrawlUrl parse(String spelling) {
    checkLength(spelling);
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

  static CrawlUrl parse(String spelling, CrawlUrl neighbour) {
    checkLength(spelling);
    if (!neighbour.hasOriginOf(spelling)) {
      return parse(spelling);
    }
    checkRest(spelling, neighbour.pathStart());
    return neighbour.trustedNeighbour(spelling);
  }

  private static void checkLength(String spelling) {
    Objects.requireNonNull(spelling, "canonical");
    if (spelling.length() > CrawlUrl.MAX_LENGTH) {
      throw refused(
          spelling.substring(0, 80) + "...",
          "it has " + spelling.length() + " characters, allowed are " + CrawlUrl.MAX_LENGTH);
    }
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
    int wrong = firstOutside(HOST, spelling, start, end);
    if (wrong < end) {
      throw refused(spelling, "its host contains '" + spelling.charAt(wrong) + "'");
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
    int mark = spelling.indexOf('?', pathStart);
    int pathEnd = mark < 0 ? spelling.length() : mark;
    int wrong = firstOutside(PATH, spelling, pathStart, pathEnd);
    if (wrong == pathEnd) {
      wrong = firstOutside(QUERY, spelling, pathEnd, spelling.length());
    }
    if (wrong < spelling.length()) {
      throw refused(spelling, "it contains '" + spelling.charAt(wrong) + "' at index " + wrong);
    }
  }

  /** Returns the index of the first character that may not be there, or the end. */
  private static int firstOutside(int place, String spelling, int from, int to) {
    int common = place;
    int bits = 0;
    for (int i = from; i < to; i++) { // without branches: nearly always all are right
      char c = spelling.charAt(i);
      common &= PLACES[c & 127];
      bits |= c;
    }
    if (common != 0 && bits < 128) {
      return to;
    }
    int i = from;
    while (spelling.charAt(i) < 128 && (PLACES[spelling.charAt(i)] & place) != 0) {
      i++;
    }
    return i;
  }

  private static byte[] places() {
    byte[] places = new byte[128];
    allow(places, HOST, "-._%[]:");
    allow(places, PATH, "-._~:/[]@!$&'()*+,;=%|^`{}");
    allow(places, QUERY, "-._~:/?[]@!$&'()*+,;=%|^`{}\\");
    for (char c = 'A'; c <= 'Z'; c++) {
      places[c] &= ~HOST;
    }
    return places;
  }

  private static void allow(byte[] places, int place, String others) {
    for (char c = 0; c < places.length; c++) {
      if (Character.isLetterOrDigit(c) || others.indexOf(c) >= 0) {
        places[c] |= (byte) place;
      }
    }
  }

  private static IllegalArgumentException refused(String spelling, String reason) {
    return new IllegalArgumentException("not a canonical URL: '" + spelling + "': " + reason);
  }
}
