package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.Digits;
import io.dowser.crawler.traps.TrapRules;

/**
 * The pattern of a URL, which is everything except digits and the values of parameters. URLs that a
 * machine generates endlessly share it. It is a number of 64 bits; two patterns in a billion
 * billion share one.
 */
public final class UrlPattern {

  private static final long PRIME = 0x100000001B3L; // FNV-1a, 64 bits
  private static final long BASIS = 0xCBF29CE484222325L;

  private UrlPattern() {}

  public static long of(CrawlUrl url, String group) {
    long hash = BASIS;
    for (int i = 0; i < group.length(); i++) {
      hash = (hash ^ group.charAt(i)) * PRIME;
    }
    String form = url.toString();
    boolean inValue = false;
    boolean inQuery = false;
    boolean inDigits = false;
    int pathStart = form.indexOf('/', TrapRules.SHORTEST_ORIGIN);
    for (int i = pathStart; i < form.length(); i++) {
      char c = form.charAt(i);
      inQuery |= c == '?';
      if (inQuery && (c == '=' || c == '&')) {
        inValue = c == '=';
      }
      boolean digit = Digits.isDigit(c);
      if (!(inValue && c != '=') && !(digit && inDigits)) {
        hash = (hash ^ (digit ? '0' : c)) * PRIME;
      }
      inDigits = digit;
    }
    return hash ^ (hash >>> 29);
  }
}
