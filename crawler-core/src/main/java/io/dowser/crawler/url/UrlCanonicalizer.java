package io.dowser.crawler.url;

import io.dowser.crawler.api.CrawlUrl;
import java.util.Optional;
import okhttp3.HttpUrl;

/** Brings URLs to their canonical spelling. */
public final class UrlCanonicalizer {

  private static final UrlCanonicalizer STANDARD = new UrlCanonicalizer();

  private UrlCanonicalizer() {}

  /**
   * Gives the canonicalizer without options.
   *
   * @return the canonicalizer
   */
  public static UrlCanonicalizer standard() {
    return STANDARD;
  }

  /**
   * Canonicalises an absolute URL.
   *
   * @param url as somebody wrote it
   * @return its canonical form, or empty if it is not a web address
   */
  public Optional<CrawlUrl> canonicalize(String url) {
    return Optional.ofNullable(HttpUrl.parse(url))
        .map(parsed -> CrawlUrl.of(parsed.newBuilder().fragment(null).build().toString()));
  }

  /**
   * Prepares to resolve the links of one page.
   *
   * @param base the page's URL or what its base element says
   * @return a resolver for one thread
   */
  public UrlResolver resolver(CrawlUrl base) {
    return new UrlResolver(base, this);
  }
}
