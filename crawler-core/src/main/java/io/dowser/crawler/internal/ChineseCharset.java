package io.dowser.crawler.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * GBK as browsers read and write it.
 *
 * <p>Source: WHATWG, <i>Encoding Standard</i>, sections 10.1 and 10.2: it is decoded as GB18030, in
 * which the byte 0x80 is the euro sign; it is encoded with that byte and without codes of four
 * bytes. Java's GB18030 does not decode the byte, and its GBK has fewer characters. Immutable and
 * thread-safe.
 */
final class ChineseCharset extends Charset {

  private static final byte EURO_BYTE = (byte) 0x80;
  private static final char EURO = '\u20AC';

  private final Charset decoding;
  private final Charset encoding;

  /** Creates the charset {@code GBK}. */
  ChineseCharset() {
    super("GBK", new String[0]);
    decoding = Charset.forName("GB18030");
    encoding = Charset.forName("x-mswin-936");
  }

  @Override
  public boolean contains(Charset other) {
    return other.equals(this) || decoding.contains(other);
  }

  @Override
  public CharsetEncoder newEncoder() {
    return encoding.newEncoder();
  }

  @Override
  public CharsetDecoder newDecoder() {
    CharsetDecoder decoder =
        decoding
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    return new CharsetDecoder(this, decoder.averageCharsPerByte(), decoder.maxCharsPerByte()) {

      @Override
      protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
        CoderResult result = decoder.decode(in, out, false);
        while (result.isError() && in.get(in.position()) == EURO_BYTE) {
          if (!out.hasRemaining()) {
            return CoderResult.OVERFLOW;
          }
          in.get();
          out.put(EURO);
          result = decoder.decode(in, out, false);
        }
        return result;
      }

      @Override
      protected void implReset() {
        decoder.reset();
      }
    };
  }
}
