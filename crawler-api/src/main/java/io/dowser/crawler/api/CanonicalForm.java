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

  static CrawlUrl parse(String form) {
    checkLength(form);
    int hostStart = hostStart(form);
    int pathStart = form.indexOf('/', hostStart);
    if (pathStart < 0) {
      throw refused(form, "its path is empty, the root is written '/'");
    }
    int hostEnd = hostEnd(form, hostStart, pathStart);
    checkHost(form, hostStart, hostEnd);
    checkPort(form, hostStart, hostEnd, pathStart);
    checkRest(form, pathStart);
    return new CrawlUrl(form, form.substring(hostStart, hostEnd), pathStart);
  }

  private static void checkLength(String form) {
    Objects.requireNonNull(form, "canonical");
    if (form.length() > CrawlUrl.MAX_LENGTH) {
      throw refused(
          form.substring(0, 80) + "...",
          "it has " + form.length() + " characters, allowed are " + CrawlUrl.MAX_LENGTH);
    }
  }

  private static int hostStart(String form) {
    if (form.startsWith("http://")) {
      return 7;
    }
    if (form.startsWith("https://")) {
      return 8;
    }
    throw refused(form, "it must start with http:// or https://");
  }

  private static int hostEnd(String form, int hostStart, int pathStart) {
    int from = form.startsWith("[", hostStart) ? form.indexOf(']', hostStart) : hostStart;
    int colon = from < 0 ? -1 : form.indexOf(':', from);
    return colon < 0 || colon > pathStart ? pathStart : colon;
  }

  private static void checkHost(String form, int start, int end) {
    if (start == end) {
      throw refused(form, "its host is empty");
    }
    int wrong = firstOutside(HOST, form, start, end);
    if (wrong < end) {
      throw refused(form, "its host contains '" + form.charAt(wrong) + "'");
    }
  }

  private static void checkPort(String form, int hostStart, int hostEnd, int pathStart) {
    if (hostEnd == pathStart) {
      return;
    }
    int port = 0;
    for (int i = hostEnd + 1; i < pathStart && port <= MAX_PORT; i++) {
      int digit = form.charAt(i) - '0';
      port = digit < 0 || digit > 9 ? MAX_PORT + 1 : port * 10 + digit;
    }
    boolean isDefault = port == (hostStart == 8 ? 443 : 80);
    if (port == 0 || port > MAX_PORT || isDefault || form.charAt(hostEnd + 1) == '0') {
      throw refused(form, "its port must be 1 to 65535 and is left out if it is the default");
    }
  }

  private static void checkRest(String form, int pathStart) {
    int mark = form.indexOf('?', pathStart);
    int pathEnd = mark < 0 ? form.length() : mark;
    int wrong = firstOutside(PATH, form, pathStart, pathEnd);
    if (wrong == pathEnd) {
      wrong = firstOutside(QUERY, form, pathEnd, form.length());
    }
    if (wrong < form.length()) {
      throw refused(form, "it contains '" + form.charAt(wrong) + "' at index " + wrong);
    }
  }

  /** Returns the index of the first character that is not allowed, or the end. */
  private static int firstOutside(int place, String form, int from, int to) {
    int i = from;
    while (i < to && form.charAt(i) < 128 && (PLACES[form.charAt(i)] & place) != 0) {
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

  private static IllegalArgumentException refused(String form, String reason) {
    return new IllegalArgumentException("not a canonical URL: '" + form + "': " + reason);
  }
}
