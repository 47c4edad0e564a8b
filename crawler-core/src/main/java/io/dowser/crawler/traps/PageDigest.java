package io.dowser.crawler.traps;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A short stand-in for the text of a page: equal texts have equal ones, and texts that differ in
 * little have similarity hashes that differ in few bits.
 *
 * @param high one half of a 128-bit hash of the text
 * @param low the other half
 * @param similarity 64 bits, of which few differ between similar texts
 * @param shingles how many runs of words went into {@code similarity}
 */
public record PageDigest(long high, long low, long similarity, int shingles) {

  /** The digest of no text. */
  public static final PageDigest EMPTY = new PageDigest(0, 0, 0, 0);

  /** Pages with less text are alike by chance. */
  static final int FEWEST_SHINGLES = 20;

  private static final int MAX_CHARACTERS = 100_000;

  /**
   * Takes the digest of a text.
   *
   * @param text the text of a page with white space collapsed; of a long one, the similarity hash
   *     sees the first 100,000 characters
   * @return the digest
   */
  public static PageDigest of(String text) {
    if (text.isEmpty()) {
      return EMPTY;
    }
    HashCode hash = Hashing.murmur3_128().hashBytes(text.getBytes(UTF_8));
    ByteBuffer bytes = ByteBuffer.wrap(hash.asBytes()).order(ByteOrder.LITTLE_ENDIAN);
    var similarity = new SimHash();
    similarity.add(text, Math.min(text.length(), MAX_CHARACTERS));
    return new PageDigest(
        bytes.getLong(), bytes.getLong(), similarity.value(), similarity.shingles());
  }

  boolean isComparable() {
    return shingles >= FEWEST_SHINGLES;
  }
}
