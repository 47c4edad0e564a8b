package io.dowser.crawler.html;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.internal.EncodingLabels;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Detects the charset of a page from the frequencies of its bytes.
 *
 * <p>Source: S. Li and K. Momoi, <i>A composite approach to language/encoding detection</i>, 19th
 * International Unicode Conference 2001, as juniversalchardet has it.
 */
final class CharsetStatistics {

  /** Bytes that are looked at, from the first one on that is not ASCII: scripts come first. */
  private static final int SAMPLE = 65_536;

  private CharsetStatistics() {}

  /** Guesses a charset; null if the statistics are inconclusive or name one that the web lacks. */
  static @Nullable Charset guess(Body body) {
    byte[] sample = sample(body.asByteBuffer());
    var detector = new UniversalDetector();
    detector.handleData(sample, 0, sample.length);
    detector.dataEnd();
    String name = detector.getDetectedCharset();
    return name == null ? null : EncodingLabels.find(name);
  }

  private static byte[] sample(ByteBuffer bytes) {
    int start = 0;
    while (start < bytes.limit() && bytes.get(start) >= 0 && bytes.get(start) != 0x1b) {
      start++;
    }
    var sample = new byte[Math.min(SAMPLE, bytes.limit() - start)];
    bytes.get(start, sample);
    return sample;
  }
}
