package io.dowser.crawler.api;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Decodes UTF-8 in short chunks, with the same result as {@link String} in one.
 *
 * <p>A loop over a whole page, even one of the JDK, may stay interpreted for the first ten thousand
 * pages (docs/decisions/0010). A chunk ends where a character may begin, so that malformed bytes
 * become the same number of replacement characters as in one chunk.
 */
final class Utf8 {

  private static final int CHUNK = 128;

  private Utf8() {}

  static String decode(byte[] bytes) {
    if (bytes.length <= CHUNK) {
      return new String(bytes, UTF_8);
    }
    var text = new StringBuilder(bytes.length);
    int from = 0;
    while (from < bytes.length) {
      int to = nextStart(bytes, from + Math.min(CHUNK, bytes.length - from));
      text.append(new String(bytes, from, to - from, UTF_8));
      from = to;
    }
    return text.toString();
  }

  /** Returns the index of the first byte from a place on that does not continue a character. */
  private static int nextStart(byte[] bytes, int from) {
    int start = from;
    while (start < bytes.length && (bytes[start] & 0xc0) == 0x80) {
      start++;
    }
    return start;
  }
}
