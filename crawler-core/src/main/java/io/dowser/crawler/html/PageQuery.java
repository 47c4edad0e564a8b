package io.dowser.crawler.html;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Writes the queries of links in the charset of their page.
 *
 * <p>Source: WHATWG, <i>URL Standard</i>, section 4.4 (query state): what a link's query holds
 * beyond ASCII is percent-encoded in the charset of the page, what that charset lacks as a numeric
 * character reference. A URL parser that knows no page takes UTF-8 and thus asks for another
 * resource.
 */
final class PageQuery {

  private PageQuery() {}

  /**
   * Percent-encodes what the query of a link holds beyond ASCII.
   *
   * @return the link; the same object if nothing had to change
   */
  static String encode(String href, Charset charset) {
    int query = href.indexOf('?');
    if (query < 0 || isUnicode(charset) || !charset.canEncode()) {
      return href;
    }
    int hash = href.indexOf('#', query);
    int end = hash < 0 ? href.length() : hash;
    return isAscii(href, query, end) ? href : encode(href, query, end, charset.newEncoder());
  }

  private static String encode(String href, int start, int end, CharsetEncoder encoder) {
    var encoded = new StringBuilder(href.length() + 32).append(href, 0, start);
    int i = start;
    while (i < end) {
      int c = href.codePointAt(i);
      int next = i + Character.charCount(c);
      if (c < 0x80) {
        encoded.append((char) c);
      } else {
        append(href.substring(i, next), encoder, encoded);
      }
      i = next;
    }
    return encoded.append(href, end, href.length()).toString();
  }

  private static void append(String character, CharsetEncoder encoder, StringBuilder encoded) {
    if (!encoder.canEncode(character)) {
      encoded.append("%26%23").append(character.codePointAt(0)).append("%3B");
      return;
    }
    for (byte b : character.getBytes(encoder.charset())) {
      encoded.append('%').append(hex(b >> 4)).append(hex(b));
    }
  }

  private static char hex(int fourBits) {
    return "0123456789ABCDEF".charAt(fourBits & 15);
  }

  private static boolean isUnicode(Charset charset) {
    return charset.equals(StandardCharsets.UTF_8) || charset.name().startsWith("UTF-16");
  }

  private static boolean isAscii(String text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
