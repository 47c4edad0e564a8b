package io.dowser.crawler.url;

import io.dowser.crawler.api.CrawlUrl;
import java.util.Objects;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** Resolves and canonicalises the links of one page; for one thread. */
public final class UrlResolver {

  private final HttpUrl base;
  private final UrlCanonicalizer canonicalizer;

  UrlResolver(CrawlUrl base, UrlCanonicalizer canonicalizer) {
    this.base = Objects.requireNonNull(HttpUrl.parse(base.toString()), "base");
    this.canonicalizer = canonicalizer;
  }

  /**
   * Resolves one link.
   *
   * @param href as the page has it
   * @return its canonical form, or null if it is not a web address
   */
  public @Nullable CrawlUrl resolve(String href) {
    HttpUrl resolved = base.resolve(href);
    return resolved == null ? null : canonicalizer.canonicalize(resolved.toString()).orElse(null);
  }
}
