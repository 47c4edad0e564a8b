package io.dowser.crawler.internal.access;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.Map;
import java.util.TreeMap;
import okhttp3.HttpUrl;

/**
 * Headers that are sent to one site each: one scheme, host and port. Values are secrets, so nothing
 * here writes them anywhere. Not thread-safe; a copy no longer changes and may be shared.
 */
public final class SiteHeaders {

  private final Map<String, Map<String, String>> sites = new TreeMap<>();

  public SiteHeaders copy() {
    var copy = new SiteHeaders();
    sites.forEach((site, headers) -> copy.sites.put(site, Map.copyOf(headers)));
    return copy;
  }

  /** Adds a header, unless the host has it already. */
  public void add(String host, String name, String value) {
    String site = site(host);
    Map<String, String> headers =
        sites.computeIfAbsent(site, key -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
    if (headers.putIfAbsent(name, value) != null) {
      throw new IllegalStateException(
          "header " + name + " of " + site + " was set before; set it once");
    }
  }

  public Map<String, String> of(CrawlUrl url) {
    return sites.isEmpty() ? Map.of() : sites.getOrDefault(url.origin(), Map.of());
  }

  public boolean have(String name) {
    return sites.values().stream().anyMatch(headers -> headers.containsKey(name));
  }

  /**
   * Returns a note for status 401 of a host whose headers are for another scheme or port, or an
   * empty string.
   */
  public String noteOn(CrawlUrl refused) {
    for (String site : sites.keySet()) {
      if (!site.equals(refused.origin()) && CrawlUrl.of(site + "/").host().equals(refused.host())) {
        return "; what was set for " + site + " is not sent to " + refused.origin();
      }
    }
    return "";
  }

  /** Returns scheme, host and port of a URL. */
  public static String site(HttpUrl url) {
    return url.scheme() + "://" + url.host() + ":" + url.port();
  }

  /** Returns whether two URLs have the same scheme, host and port. */
  public static boolean isSame(HttpUrl one, HttpUrl other) {
    return site(one).equals(site(other));
  }

  /** Returns the site of a host as it was set; without a scheme, https alone. */
  public static String site(String host) {
    String url = requireNonNull(host, "host").contains("://") ? host : "https://" + host;
    return UrlCanonicalizer.standard()
        .canonicalize(url)
        .filter(site -> site.path().equals("/") && site.query().isEmpty() && !url.contains("@"))
        .map(CrawlUrl::origin)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "host must be a name or address, also with a port or scheme, such as"
                        + " example.com or http://example.com:8080, but was '"
                        + (host.contains("@") ? "(hidden)@" + host.replaceAll(".*@", "") : host)
                        + "'"));
  }
}
