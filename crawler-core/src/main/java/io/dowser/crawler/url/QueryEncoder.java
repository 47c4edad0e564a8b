package io.dowser.crawler.url;

import com.google.common.base.CharMatcher;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Escapes the query of a reference in the charset of the page that has it, as browsers do (WHATWG
 * URL Standard, section 4.4, and "percent-encode after encoding" in section 1.3).
 *
 * <p>Only the characters beyond ASCII are touched; the parser escapes the others. What the charset
 * lacks becomes a numeric character reference, escaped. Not thread-safe.
 */
final class QueryEncoder {

  /** The bytes below 128 that a query cannot hold as they are; those below 33 are tested apart. */
  private static final CharMatcher ESCAPED = CharMatcher.anyOf("\"#<>'\u007F");

  private static final CharMatcher BEYOND_ASCII = CharMatcher.ascii().negate();
  private static final String HEX = "0123456789ABCDEF";

  private final CharsetEncoder encoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(256);

  private QueryEncoder(Charset charset) {
    this.encoder =
        charset
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Returns the encoder of a page's charset, or null if its queries are written in UTF-8. */
  static @Nullable QueryEncoder of(Charset charset) {
    boolean unicode = charset.name().toUpperCase(Locale.ROOT).startsWith("UTF-");
    boolean ascii = charset.equals(StandardCharsets.US_ASCII);
    return unicode || ascii || !charset.canEncode() ? null : new QueryEncoder(charset);
  }

  /** Escapes what is beyond ASCII in the query of a clean reference. */
  String encodeQuery(String clean) {
    int query = clean.indexOf('?');
    int i = query < 0 ? clean.length() : find(BEYOND_ASCII, clean, query);
    if (i == clean.length()) {
      return clean;
    }
    var encoded = new StringBuilder(clean.length() * 3).append(clean, 0, i);
    while (i < clean.length()) {
      int runEnd = find(CharMatcher.ascii(), clean, i);
      encodeRun(CharBuffer.wrap(clean, i, runEnd), encoded);
      i = find(BEYOND_ASCII, clean, runEnd);
      encoded.append(clean, runEnd, i);
    }
    return encoded.toString();
  }

  private static int find(CharMatcher characters, String text, int from) {
    int found = characters.indexIn(text, from);
    return found < 0 ? text.length() : found;
  }

  private void encodeRun(CharBuffer run, StringBuilder encoded) {
    encoder.reset();
    CoderResult result = encoder.encode(run, bytes, true);
    while (!result.isUnderflow()) {
      drainTo(encoded);
      if (result.isError()) {
        int c = Character.codePointAt(run, 0);
        encoded.append("%26%23").append(c).append("%3B");
        run.position(run.position() + Character.charCount(c));
      }
      result = encoder.encode(run, bytes, true);
    }
    drainTo(encoded);
    encoder.flush(bytes);
    drainTo(encoded);
  }

  private void drainTo(StringBuilder encoded) {
    bytes.flip();
    while (bytes.hasRemaining()) {
      int b = bytes.get() & 0xFF;
      if (b <= ' ' || b >= 128 || ESCAPED.matches((char) b)) {
        encoded.append('%').append(HEX.charAt(b >> 4)).append(HEX.charAt(b & 15));
      } else {
        encoded.append((char) b);
      }
    }
    bytes.clear();
  }
}
