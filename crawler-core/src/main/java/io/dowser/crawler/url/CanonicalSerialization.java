package io.dowser.crawler.url;

import io.dowser.crawler.api.CrawlUrl;
import java.util.regex.Pattern;
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

  private static final Pattern INDEX_FILE = Pattern.compile("/index\\.html?$");

  private CanonicalSerialization() {}

  /**
   * Serializes a URL.
   *
   * @param parsed any URL that the parser accepts
   * @param rules which parameters are removed
   * @return the canonical URL, or null if the host cannot exist or the form is too long
   */
  static @Nullable CrawlUrl of(HttpUrl parsed, ParameterRules rules) {
    HttpUrl url = rules.isActive() ? rules.apply(parsed) : parsed;
    String host = CanonicalHost.of(url.host());
    if (host == null) {
      return null;
    }
    var form = new StringBuilder(96).append(url.scheme()).append("://").append(host);
    if (url.port() != HttpUrl.defaultPort(url.scheme())) {
      form.append(':').append(url.port());
    }
    appendTail(form, url.toString(), url.scheme().length() + 3);
    return form.length() > CrawlUrl.MAX_LENGTH ? null : CrawlUrl.of(form.toString());
  }

  private static void appendTail(StringBuilder form, String url, int authority) {
    int pathStart = url.indexOf('/', authority);
    int fragment = url.indexOf('#', pathStart);
    String tail = normalEscapes(url.substring(pathStart, fragment < 0 ? url.length() : fragment));
    boolean hasQuery = tail.indexOf('?') >= 0;
    form.append(hasQuery ? tail : INDEX_FILE.matcher(tail).replaceFirst("/"));
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
