package io.dowser.crawler.url;

import io.dowser.crawler.api.CrawlUrl;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the links that most pages consist of: paths that no parser changes.
 *
 * <p>Parsing them costs a third of the processor time of reading a page, most of it for the host,
 * which is the page's own.
 */
final class PlainPath {

  private static final int LONGEST = 512;

  private PlainPath() {}

  /** Resolves a path, or an absolute URL of the same origin; null if a parser has to. */
  static @Nullable CrawlUrl resolve(String origin, String href) {
    String path = href.startsWith(origin) ? href.substring(origin.length()) : href;
    return isPlain(path) ? CrawlUrl.of(origin + path) : null;
  }

  /**
   * {@return whether a reference is a path of letters and digits of ASCII, hyphens, underscores and
   * dots that are not the first in a segment, without empty segments but the last, query and index
   * file}
   *
   * @param reference as the page has it
   */
  static boolean isPlain(String reference) {
    if (!reference.startsWith("/") || reference.length() > LONGEST) {
      return false;
    }
    for (int i = 1; i < reference.length(); i++) {
      boolean first = reference.charAt(i - 1) == '/';
      if (!isName(reference.charAt(i)) && (first || !isSeparator(reference.charAt(i)))) {
        return false;
      }
    }
    return !reference.endsWith("/index.html") && !reference.endsWith("/index.htm");
  }

  private static boolean isName(char c) {
    char lower = (char) (c | 0x20);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  }

  private static boolean isSeparator(char c) {
    return c == '/' || c == '.';
  }
}
