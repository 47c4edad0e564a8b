package io.dowser.crawler.html;

import org.jspecify.annotations.Nullable;

/**
 * Reads where a refreshing page leads.
 *
 * <p>Source: WHATWG, <i>HTML Standard</i>, section 4.2.5.3 (pragma directives, refresh state).
 */
final class MetaRefresh {

  private final String content;
  private int at;

  private MetaRefresh(String content) {
    this.content = content;
  }

  /**
   * Finds the target.
   *
   * @param content the value of the content attribute, for example {@code 5; url=next.html}
   * @return the address as written, or null if the page only reloads itself
   */
  static @Nullable String target(String content) {
    return new MetaRefresh(content).target();
  }

  private @Nullable String target() {
    skipBlanks();
    int digits = at;
    skipNumber();
    if (at == digits) {
      return null;
    }
    int delayEnd = at;
    skipBlanks();
    if (at < content.length() && (content.charAt(at) == ';' || content.charAt(at) == ',')) {
      at++;
      skipBlanks();
    }
    if (at == delayEnd || at == content.length()) {
      return null;
    }
    skipUrlSign();
    return unquoted();
  }

  /** Skips {@code url=}; an address that begins with these letters has no equals sign there. */
  private void skipUrlSign() {
    int start = at;
    if (content.regionMatches(true, at, "url", 0, 3)) {
      at += 3;
      skipBlanks();
      if (at < content.length() && content.charAt(at) == '=') {
        at++;
        skipBlanks();
      } else {
        at = start;
      }
    }
  }

  private @Nullable String unquoted() {
    if (at == content.length()) {
      return null;
    }
    char quote = content.charAt(at);
    if (quote != '"' && quote != '\'') {
      return content.substring(at);
    }
    int end = content.indexOf(quote, at + 1);
    return content.substring(at + 1, end < 0 ? content.length() : end);
  }

  private void skipBlanks() {
    while (at < content.length() && content.charAt(at) <= ' ') {
      at++;
    }
  }

  private void skipNumber() {
    while (at < content.length() && isOfNumber(content.charAt(at))) {
      at++;
    }
  }

  private static boolean isOfNumber(char c) {
    return c == '.' || (c >= '0' && c <= '9');
  }
}
