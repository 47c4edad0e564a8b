package io.dowser.crawler.html;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import java.util.List;
import java.util.Locale;

/**
 * The directives for robots in a page and its headers. Of several directives the most restrictive
 * counts.
 *
 * <p>Source: the robots meta tag and the {@code X-Robots-Tag} header as search engines document
 * them: comma-separated words, {@code none} for {@code noindex, nofollow}, in the header, a robot's
 * name and a colon before directives for that robot alone. Not thread-safe.
 *
 * <p>An analyzer of documents other than HTML obeys the header as follows:
 *
 * <pre>{@code
 * var robots = new RobotsDirectives(context.robotName());
 * robots.addHeaders(fetched.headers().allValues("x-robots-tag"));
 * if (robots.isNofollow()) {
 *   page.skipLinks(SkipReason.NOFOLLOW);
 * }
 * page.indexable(!robots.isNoindex());
 * }</pre>
 */
public final class RobotsDirectives {

  private static final Splitter WORDS =
      Splitter.on(CharMatcher.forPredicate(RobotsDirectives::isSeparator));

  private final String robotName;
  private boolean noindex;
  private boolean nofollow;

  /**
   * Creates an object without directives.
   *
   * @param robotName in lower case, see {@link io.dowser.crawler.api.CrawlContext#robotName};
   *     directives for it count in addition to those for all robots; if it is empty, only the
   *     latter count
   */
  public RobotsDirectives(String robotName) {
    this.robotName = robotName;
  }

  /** {@return whether the page must not be indexed} */
  public boolean isNoindex() {
    return noindex;
  }

  /** {@return whether no link of the page may be followed} */
  public boolean isNofollow() {
    return nofollow;
  }

  /**
   * Reads the values of the header {@code X-Robots-Tag}.
   *
   * @param values one for each header, possibly none
   */
  public void addHeaders(List<String> values) {
    for (String value : values) {
      addHeader(value.toLowerCase(Locale.ROOT));
    }
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
      String name = colon < 0 ? "" : part.substring(0, colon).strip();
      boolean named = colon >= 0 && !isValued(name);
      forUs = named ? isForUs(name) : forUs;
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

  /** Directives are separated by commas; some pages write blanks or semicolons. */
  private void addWords(String lowerCase) {
    WORDS.split(lowerCase).forEach(this::addWord);
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
      default -> {} // all, index, follow and directives that are not for crawlers
    }
  }
}
