package io.dowser.crawler.url;

import io.dowser.crawler.api.CrawlUrl;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the links that most pages consist of: those that no parser changes.
 *
 * <p>The parser maps each host by the tables of international names: see docs/decisions/0013.
 */
final class PlainUrl {

  private static final int LONGEST = 512;
  private static final int LONGEST_HOST = 253;
  private static final int LONGEST_LABEL = 63;

  private PlainUrl() {}

  /**
   * Resolves a path, or an absolute URL without port. Its host has lower-case letters, digits and
   * hyphens of ASCII, and its path has these, underscores, capitals and dots. No segment begins
   * with a dot, only the last one may be empty, and there is no index file and no query.
   *
   * @param origin of the page
   * @param href as the page has it
   * @return the canonical form, or null if a parser has to find it
   */
  static @Nullable CrawlUrl resolve(String origin, String href) {
    if (href.length() > LONGEST) {
      return null;
    }
    if (href.startsWith("/")) {
      return isPath(href, 0) ? CrawlUrl.of(origin + href) : null;
    }
    int host = href.startsWith("http://") ? 7 : href.startsWith("https://") ? 8 : 0;
    int path = host == 0 ? -1 : href.indexOf('/', host);
    return path > 0 && isHost(href, host, path) && isPath(href, path) ? CrawlUrl.of(href) : null;
  }

  private static boolean isHost(String href, int start, int end) {
    int label = start;
    for (int i = start; i < end; i++) {
      char c = href.charAt(i);
      if (c == '.' ? !isLabel(href, label, i) : !isLowerCase(c) && !isDigit(c) && c != '-') {
        return false;
      }
      label = c == '.' ? i + 1 : label;
    }
    return end - start <= LONGEST_HOST
        && isLabel(href, label, end)
        && isLowerCase(href.charAt(label));
  }

  private static boolean isLabel(String href, int start, int end) {
    return end > start && end - start <= LONGEST_LABEL && !href.startsWith("xn--", start);
  }

  private static boolean isPath(String href, int start) {
    for (int i = start + 1; i < href.length(); i++) {
      char c = href.charAt(i);
      boolean name = isLowerCase((char) (c | 0x20)) || isDigit(c) || c == '-' || c == '_';
      if (!name && (href.charAt(i - 1) == '/' || (c != '/' && c != '.'))) {
        return false;
      }
    }
    return !href.endsWith("/index.html") && !href.endsWith("/index.htm");
  }

  private static boolean isLowerCase(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
