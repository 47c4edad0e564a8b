package io.dowser.crawler.html;

import java.util.List;
import java.util.Locale;

/**
 * What a page and its headers ask of robots. Of several directives the most restrictive counts.
 *
 * <p>Source: the robots meta tag and the {@code X-Robots-Tag} header as search engines document
 * them: comma-separated words, {@code none} for {@code noindex, nofollow}, in the header a robot's
 * name and a colon in front of what is meant for that robot alone. Not thread-safe.
 */
final class RobotsDirectives {

  private final String robotName;
  private boolean noindex;
  private boolean nofollow;

  /**
   * Knows of no directives yet.
   *
   * @param robotName a name whose directives count beside those for all, or empty
   */
  RobotsDirectives(String robotName) {
    this.robotName = robotName;
  }

  boolean isNoindex() {
    return noindex;
  }

  boolean isNofollow() {
    return nofollow;
  }

  /** Reads the values of the header. */
  void addHeaders(List<String> values) {
    for (String value : values) {
      addHeader(value.toLowerCase(Locale.ROOT));
    }
  }

  /** Reads a meta element. */
  void addMeta(String name, String content) {
    if (isForUs(name.strip().toLowerCase(Locale.ROOT))) {
      addWords(content.toLowerCase(Locale.ROOT), 0, content.length());
    }
  }

  /** A name holds for all words behind it, up to the next name. */
  private void addHeader(String value) {
    boolean forUs = true;
    int start = 0;
    while (start < value.length()) {
      int comma = value.indexOf(',', start);
      int end = comma < 0 ? value.length() : comma;
      int colon = value.indexOf(':', start);
      if (colon >= 0 && colon < end && !isValued(value.substring(start, colon).strip())) {
        forUs = isForUs(value.substring(start, colon).strip());
        start = colon + 1;
      }
      if (forUs) {
        addWords(value, start, end);
      }
      start = end + 1;
    }
  }

  private boolean isForUs(String name) {
    return name.equals("robots") || (!robotName.isEmpty() && name.equals(robotName));
  }

  /** Directives whose name is followed by a colon, too. */
  private static boolean isValued(String name) {
    return name.startsWith("max-") || name.equals("unavailable_after");
  }

  /** Directives are separated by commas; some pages write blanks or semicolons. */
  private void addWords(String lowerCase, int from, int to) {
    int start = from;
    for (int i = from; i <= to; i++) {
      if (i == to || isSeparator(lowerCase.charAt(i))) {
        addWord(lowerCase.substring(start, i));
        start = i + 1;
      }
    }
  }

  private static boolean isSeparator(char c) {
    return c == ',' || c == ';' || Character.isWhitespace(c);
  }

  private void addWord(String word) {
    switch (word) {
      case "noindex" -> noindex = true;
      case "nofollow" -> nofollow = true;
      case "none" -> {
        noindex = true;
        nofollow = true;
      }
      default -> {} // all, index, follow and what is not for crawlers
    }
  }
}
