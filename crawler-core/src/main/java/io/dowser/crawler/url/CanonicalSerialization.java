package io.dowser.crawler.url;

import io.dowser.crawler.api.CrawlUrl;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Serializes a parsed URL as Zou 2009 does.
 *
 * <p>{@link HttpUrl} has done the paper's first step (scheme and host to lower case), the fourth
 * (dot segments), the fifth (default port) and the last (empty path); the fragment, the tilde and
 * the index file are left.
 *
 * <p>Where this differs: user information is dropped, because it is no part of the resource's name;
 * the digits of a percent escape become upper case (RFC 3986, section 6.2.2.1), as in the paper's
 * own {@code %7E}; the host is finished by {@link CanonicalHost}.
 */
final class CanonicalSerialization {

  private CanonicalSerialization() {}

  /**
   * Serializes a URL.
   *
   * @param parsed as the parser serializes it: its host ends at the first slash after the scheme,
   *     and it has no default port
   * @param rules the options of the canonicalizer
   * @return the canonical URL, or null if the host cannot exist or the form is too long
   */
  static @Nullable CrawlUrl of(String parsed, CanonicalRules rules) {
    boolean isTouched = rules.changesParameters() || parsed.indexOf(';') >= 0;
    String url = isTouched ? applied(rules, parsed) : parsed;
    if (url == null) {
      return null;
    }
    int authority = authority(url);
    int path = url.indexOf('/', authority);
    int host = Math.max(authority, url.lastIndexOf('@', path) + 1);
    int port = port(url, host, path);
    String canonicalHost = CanonicalHost.of(url.substring(host, port));
    if (canonicalHost == null) {
      return null;
    }
    String origin = url.substring(0, authority) + canonicalHost + url.substring(port, path);
    String tail = normalEscapes(tail(url));
    String form = origin + (rules.keepsIndexFiles() ? tail : withoutIndexFile(tail));
    return form.length() > CrawlUrl.MAX_LENGTH ? null : CrawlUrl.of(form);
  }

  /** Returns null for a host that the parser writes but does not read. */
  private static @Nullable String applied(CanonicalRules rules, String parsed) {
    HttpUrl url = ParsedUrl.of(parsed);
    return url == null ? null : rules.apply(url).toString();
  }

  private static int authority(String url) {
    return url.indexOf("://") + 3;
  }

  /** Returns where the port starts with its colon; the path's start if there is none. */
  private static int port(String url, int host, int path) {
    int colon = url.indexOf(':', url.charAt(host) == '[' ? url.indexOf(']') : host);
    return colon < 0 || colon > path ? path : colon;
  }

  private static String withoutIndexFile(String tail) {
    boolean index = tail.endsWith("/index.html") || tail.endsWith("/index.htm");
    return index && tail.indexOf('?') < 0 ? tail.substring(0, tail.lastIndexOf('/') + 1) : tail;
  }

  /** Returns path and query of a URL as the parser serializes it. */
  static String tail(String parsed) {
    int path = parsed.indexOf('/', authority(parsed));
    int fragment = parsed.indexOf('#', path);
    return parsed.substring(path, fragment < 0 ? parsed.length() : fragment);
  }

  /** Returns whether a URL as the parser serializes it has a user name or password. */
  static boolean hasUserInformation(String parsed) {
    return parsed.lastIndexOf('@', parsed.indexOf('/', authority(parsed))) >= 0;
  }

  /** Zou's third step, and upper-case escapes. */
  static String normalEscapes(String encoded) {
    if (encoded.indexOf('~') < 0 && encoded.indexOf('%') < 0) {
      return encoded;
    }
    var normal = new StringBuilder(encoded.length() + 8);
    int i = 0;
    while (i < encoded.length()) {
      char c = encoded.charAt(i++);
      if (c == '~') {
        normal.append("%7E");
      } else if (c == '%' && isEscape(encoded, i)) {
        normal.append('%').append(upper(encoded.charAt(i))).append(upper(encoded.charAt(i + 1)));
        i += 2;
      } else {
        normal.append(c);
      }
    }
    return normal.toString();
  }

  private static boolean isEscape(String encoded, int i) {
    return i + 1 < encoded.length()
        && Character.digit(encoded.charAt(i), 16) >= 0
        && Character.digit(encoded.charAt(i + 1), 16) >= 0;
  }

  private static char upper(char hexDigit) {
    return hexDigit >= 'a' ? (char) (hexDigit - ('a' - 'A')) : hexDigit;
  }
}
