package io.dowser.crawler.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlUrl;
import java.net.URLEncoder;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of URLs, see {@link Scope}. Takes time in proportion to the length of the URL for each
 * wildcard. Immutable.
 *
 * @param scheme empty for any
 * @param host empty for any
 * @param below whether hosts below the host match as well
 * @param port 0 for any
 * @param parts the texts between the wildcards of the path; the path starts with the first one
 * @param atEnd whether the last part must be at the end of the URL
 */
record ScopePattern(
    String scheme, String host, boolean below, int port, List<String> parts, boolean atEnd) {

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?:(https?)://)?(\\*\\.)?(\\[[^\\]]+\\]|[^/:?#@$*\\[\\s]+)(?::(\\d{1,5}))?)?(/[^#\\s]*)?");

  /** A scheme without its colon, or another one, which would be taken for a host. */
  private static final Pattern SLIP = Pattern.compile("(?i)(?:https?(?:/|$)|[a-z]+//)");

  private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]+");

  static ScopePattern of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || (form.group(3) == null && form.group(5) == null)) {
      throw invalid(text);
    }
    String scheme = Objects.requireNonNullElse(form.group(1), "");
    String host = Objects.requireNonNullElse(form.group(3), "");
    String port = Objects.requireNonNullElse(form.group(4), "0");
    if (SLIP.matcher(host + Objects.requireNonNullElse(form.group(5), "")).lookingAt()) {
      throw invalid(text);
    }
    String path = escaped(Objects.requireNonNullElse(form.group(5), "/"));
    boolean atEnd = path.endsWith("$");
    return new ScopePattern(
        scheme,
        host.isEmpty() ? "" : canonicalHost(host + ":" + port, text),
        form.group(2) != null,
        Integer.parseInt(port),
        List.of((atEnd ? path.substring(0, path.length() - 1) : path).split("\\*", -1)),
        atEnd);
  }

  private static String canonicalHost(String hostAndPort, String text) {
    return UrlCanonicalizer.standard()
        .canonicalize("http://" + hostAndPort.replaceFirst(":0$", "") + "/")
        .map(CrawlUrl::host)
        .orElseThrow(() -> invalid(text));
  }

  private static String escaped(String path) {
    return NOT_ASCII.matcher(path).replaceAll(found -> URLEncoder.encode(found.group(), UTF_8));
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException(
        "a pattern of URLs must be [http[s]://][host[:port]][/path], such as 'example.org',"
            + " '*.example.org/docs/' or '/*.pdf$', but was '"
            + text
            + "'");
  }

  boolean matches(CrawlUrl url) {
    return (scheme.isEmpty() || scheme.equals(url.scheme()))
        && (port == 0 || port == url.port())
        && matchesHost(url.host())
        && matchesPath(url.toString(), url.origin().length());
  }

  private boolean matchesHost(String other) {
    return host.isEmpty()
        || host.equals(other)
        || (below
            && other.endsWith(host)
            && other.charAt(other.length() - host.length() - 1) == '.');
  }

  /** Looks for each part behind the one before, at its first place; for the last one see below. */
  private boolean matchesPath(String url, int start) {
    if (!url.startsWith(parts.get(0), start)) {
      return false;
    }
    int last = parts.size() - 1;
    int end = start + parts.get(0).length();
    for (int i = 1; i < (atEnd ? last : parts.size()) && end >= 0; i++) {
      int place = url.indexOf(parts.get(i), end);
      end = place < 0 ? -1 : place + parts.get(i).length();
    }
    return end >= 0 && (!atEnd || endsAt(url, end, parts.get(last), last == 0));
  }

  /** Returns whether a URL ends with the last part, behind those before, or as the only one. */
  private static boolean endsAt(String url, int end, String part, boolean only) {
    return only ? end == url.length() : url.length() - part.length() >= end && url.endsWith(part);
  }

  /** Returns the pattern in canonical form. */
  @Override
  public String toString() {
    return (scheme.isEmpty() ? "" : scheme + "://")
        + (below ? "*." : "")
        + host
        + (port == 0 ? "" : ":" + port)
        + String.join("*", parts)
        + (atEnd ? "$" : "");
  }
}
