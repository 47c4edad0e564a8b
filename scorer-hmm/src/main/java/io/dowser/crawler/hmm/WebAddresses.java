package io.dowser.crawler.hmm;

import io.dowser.crawler.api.CrawlUrl;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads URLs as browsers write them: scheme and host in lower case, without fragment, user
 * information and default port.
 */
public final class WebAddresses {

  private WebAddresses() {}

  /**
   * Reads an absolute URL.
   *
   * @param url as a browser or a log has it
   * @return the URL in canonical spelling, or empty if it is not of the web or cannot be read
   */
  public static Optional<CrawlUrl> read(String url) {
    try {
      return canonical(new URI(url.strip()));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  static Optional<CrawlUrl> resolve(CrawlUrl base, String reference) {
    try {
      return canonical(new URI(base.toString()).resolve(new URI(reference.strip())));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static Optional<CrawlUrl> canonical(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.matches("https?") || uri.getHost() == null) {
      return Optional.empty();
    }
    boolean standard = uri.getPort() < 0 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    try {
      return Optional.of(
          CrawlUrl.of(
              scheme
                  + "://"
                  + uri.getHost().toLowerCase(Locale.ROOT)
                  + (standard ? "" : ":" + uri.getPort())
                  + path
                  + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // an address that no crawl could visit
    }
  }
}
