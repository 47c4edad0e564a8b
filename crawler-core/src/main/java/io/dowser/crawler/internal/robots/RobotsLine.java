package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.CharMatcher;
import com.google.common.base.Utf8;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.Locale;

/**
 * One line of a robots.txt, without its comment.
 *
 * <p>White space is what Unicode calls so: sites have no-break spaces behind the colon.
 *
 * @param key what the line is about, in lower case
 * @param value the rest, without white space around it
 * @param charset UTF-8, or ISO 8859-1 if the line is not well-formed UTF-8
 */
record RobotsLine(String key, String value, Charset charset) {

  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final CharMatcher SPACE = CharMatcher.forPredicate(RobotsLine::isSpace);

  static RobotsLine of(byte[] octets) {
    Charset charset = Utf8.isWellFormed(octets) ? UTF_8 : ISO_8859_1;
    String text = new String(octets, charset);
    int comment = text.indexOf('#');
    String line = SPACE.trimFrom(comment < 0 ? text : text.substring(0, comment));
    int found = SPACE.or(CharMatcher.is(':')).indexIn(line);
    int end = found < 0 ? line.length() : found;
    String rest = SPACE.trimFrom(line.substring(end));
    String value = rest.startsWith(":") ? SPACE.trimFrom(rest.substring(1)) : rest;
    return new RobotsLine(line.substring(0, end).toLowerCase(Locale.ROOT), value, charset);
  }

  /** Returns the value with all octets escaped that are not visible ASCII. */
  String asciiValue() {
    var ascii = new StringBuilder(value.length());
    for (byte octet : value.getBytes(charset)) {
      if (octet > ' ' && octet < 0x7F) {
        ascii.append((char) octet);
      } else {
        ascii.append('%').append(HEX.toHexDigits(octet));
      }
    }
    return ascii.toString();
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF' || c == '\u200B';
  }
}
