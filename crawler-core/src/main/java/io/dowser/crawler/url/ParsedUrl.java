package io.dowser.crawler.url;

import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Asks the parser, which is OkHttp's, and takes each of its errors for a refusal.
 *
 * <p>It promises to throw nothing, but OkHttp 5 throws an {@code ArrayIndexOutOfBoundsException} at
 * IPv6 addresses with too many groups. Anybody can write such a link.
 */
final class ParsedUrl {

  private ParsedUrl() {}

  /** Parses an absolute URL; null if it is none. */
  static @Nullable HttpUrl of(String url) {
    try {
      return HttpUrl.parse(url);
    } catch (RuntimeException e) { // see above
      return null;
    }
  }

  /** Parses a reference; null if it is none. */
  static @Nullable HttpUrl of(HttpUrl base, String reference) {
    try {
      return base.resolve(reference);
    } catch (RuntimeException e) { // see above
      return null;
    }
  }
}
