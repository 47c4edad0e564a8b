package io.dowser.crawler.html;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Creates canonical URLs of what the links of one page hold. Not thread-safe. */
final class HrefResolver {

  private final UrlCanonicalizer canonicalizer;
  private final Charset charset;
  private UrlCanonicalizer.Resolver resolver;
  private boolean based;

  HrefResolver(UrlCanonicalizer canonicalizer, CrawlUrl page, Charset charset) {
    this.canonicalizer = canonicalizer;
    this.charset = charset;
    this.resolver = canonicalizer.resolver(page, charset);
  }

  /** Resolves one link, its query in the charset of the page; null if it is no web address. */
  @Nullable CrawlUrl resolve(String href) {
    return resolver.resolve(href);
  }

  /** Takes what a base element says, if it is the first; useless ones count as well. */
  void base(String href) {
    if (!based) {
      based = true;
      CrawlUrl base = resolve(href);
      if (base != null) {
        resolver = canonicalizer.resolver(base, charset);
      }
    }
  }
}
