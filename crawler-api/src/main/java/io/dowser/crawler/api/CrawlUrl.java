package io.dowser.crawler.api;

/**
 * An absolute {@code http} or {@code https} URL in canonical form.
 *
 * <p>Equality is equality of the form, so a URL must be canonicalised before it becomes a {@code
 * CrawlUrl}; {@code crawler-core} does that for every link that it finds. This class only refuses
 * what cannot be canonical: upper-case scheme or host, user information, a default port, a
 * fragment, an empty path, and characters that must be percent-encoded. It does not judge path or
 * query further.
 *
 * <pre>{@code
 * CrawlUrl url = CrawlUrl.of("https://www.example.org/tides?year=2026");
 * url.host(); // www.example.org
 * url.path(); // /tides
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class CrawlUrl implements Comparable<CrawlUrl> {

  /** Longest form that is accepted, in characters. */
  public static final int MAX_LENGTH = 8_192;

  private final String form;
  private final String host;
  private final int pathStart;

  /** Takes what was checked. */
  CrawlUrl(String form, String host, int pathStart) {
    this.form = form;
    this.host = host;
    this.pathStart = pathStart;
  }

  /**
   * {@return the URL of a form that is canonical already}
   *
   * @param canonical for example {@code https://example.org/a?b=c}
   * @throws IllegalArgumentException if the form cannot be canonical; the message names the form
   *     and the reason
   */
  public static CrawlUrl of(String canonical) {
    return CanonicalForm.parse(canonical);
  }

  /**
   * {@return whether scheme, host and port are the same as those of another URL}
   *
   * @param other any URL
   */
  public boolean hasOriginOf(CrawlUrl other) {
    return pathStart == other.pathStart && form.regionMatches(0, other.form, 0, pathStart);
  }

  private int hostEnd() {
    return (isSecure() ? 8 : 7) + host.length();
  }

  /** {@return whether this is an {@code https} URL} */
  public boolean isSecure() {
    return form.charAt(4) == 's';
  }

  /** {@return the scheme: {@code "http"} or {@code "https"}} */
  public String scheme() {
    return isSecure() ? "https" : "http";
  }

  /**
   * Names the host, in lower case, without port; an IPv6 address keeps its brackets.
   *
   * @return the host, never empty
   */
  public String host() {
    return host;
  }

  /**
   * {@return the port that a connection would use: the one written in the URL, or the default of
   * the scheme (80 or 443)}
   */
  public int port() {
    int colon = hostEnd();
    if (colon >= pathStart) {
      return isSecure() ? 443 : 80;
    }
    return Integer.parseInt(form, colon + 1, pathStart, 10);
  }

  /**
   * {@return scheme, host and port: the unit that robots.txt is about; for example {@code
   * https://example.org} or {@code http://example.org:8080}}
   */
  public String origin() {
    return form.substring(0, pathStart);
  }

  /** {@return the path as written, still percent-encoded; it starts with a slash} */
  public String path() {
    int query = form.indexOf('?', pathStart);
    return form.substring(pathStart, query < 0 ? form.length() : query);
  }

  /**
   * {@return the query as written, still percent-encoded, without its question mark; empty if there
   * is none}
   */
  public String query() {
    int query = form.indexOf('?', pathStart);
    return query < 0 ? "" : form.substring(query + 1);
  }

  @Override
  public int compareTo(CrawlUrl other) {
    return form.compareTo(other.form);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CrawlUrl url && form.equals(url.form);
  }

  @Override
  public int hashCode() {
    return form.hashCode();
  }

  /** {@return the URL as it was given to {@link #of}} */
  @Override
  public String toString() {
    return form;
  }
}
