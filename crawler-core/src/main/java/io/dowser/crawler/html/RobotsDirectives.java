package io.dowser.crawler.html;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a page and its headers ask of robots that follow links. Of several directives the most
 * restrictive counts.
 *
 * <p>Source: the robots meta tag and the {@code X-Robots-Tag} header as search engines document
 * them: comma-separated words, {@code none} for {@code noindex, nofollow}, in the header a robot's
 * name and a colon in front of what is meant for that robot alone. Not thread-safe.
 */
final class RobotsDirectives {

  /** Directives are separated by commas; some pages write blanks or semicolons. */
  private static final Pattern SEPARATORS = Pattern.compile("[,;\\p{javaWhitespace}]+");

  private final String robotName;
  private boolean nofollow;

  /**
   * Knows of no directives yet.
   *
   * @param robotName a name whose directives count beside those for all, or empty
   */
  RobotsDirectives(String robotName) {
    this.robotName = robotName;
  }

  boolean isNofollow() {
    return nofollow;
  }

  /** Reads the values of the header. */
  void addHeaders(List<String> values) {
    values.forEach(value -> addHeader(value.toLowerCase(Locale.ROOT)));
  }

  /** Reads a meta element. */
  void addMeta(String name, String content) {
    if (isForUs(name.strip().toLowerCase(Locale.ROOT))) {
      addWords(content.toLowerCase(Locale.ROOT));
    }
  }

  /** A name holds for all words behind it, up to the next name. */
  private void addHeader(String value) {
    boolean forUs = true;
    for (String part : value.split(",", -1)) {
      int colon = part.indexOf(':');
      boolean named = colon >= 0 && !isValued(part.substring(0, colon).strip());
      if (named) {
        forUs = isForUs(part.substring(0, colon).strip());
      }
      if (forUs) {
        addWords(named ? part.substring(colon + 1) : part);
      }
    }
  }

  private boolean isForUs(String name) {
    return name.equals("robots") || (!robotName.isEmpty() && name.equals(robotName));
  }

  /** Directives whose name is followed by a colon, too. */
  private static boolean isValued(String name) {
    return name.startsWith("max-") || name.equals("unavailable_after");
  }

  private void addWords(String lowerCase) {
    nofollow |=
        SEPARATORS
            .splitAsStream(lowerCase)
            .anyMatch(word -> word.equals("nofollow") || word.equals("none"));
  }
}
