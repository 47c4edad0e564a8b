package io.dowser.crawler.url;

import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Parses URLs with OkHttp's parser, and treats each of its errors as a refusal.
 *
 * <p>The parser should never throw, but OkHttp 5 throws an {@code ArrayIndexOutOfBoundsException}
 * for IPv6 addresses with too many groups. Any page can have such a link.
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

  /**
   * Resolves a reference and serializes the result; null if it is no reference. Percent escapes are
   * not decoded, as they are when a whole {@link HttpUrl} is built.
   */
  static @Nullable String resolve(HttpUrl base, String reference) {
    try {
      HttpUrl.Builder parsed = base.newBuilder(reference);
      return parsed == null ? null : parsed.toString();
    } catch (RuntimeException e) { // see above
      return null;
    }
  }
}
