package io.dowser.crawler.api;

import java.net.URI;
import java.util.Optional;

/** Resolves URLs that need nothing else to be canonical. */
final class PlainUrls {

  private PlainUrls() {}

  static Optional<CrawlUrl> resolve(CrawlUrl base, String href) {
    try {
      String resolved = URI.create(base.toString()).resolve(href.strip()).toString();
      int fragment = resolved.indexOf('#');
      return Optional.of(CrawlUrl.of(fragment < 0 ? resolved : resolved.substring(0, fragment)));
    } catch (IllegalArgumentException e) { // no URI, or not canonical
      return Optional.empty();
    }
  }
}
