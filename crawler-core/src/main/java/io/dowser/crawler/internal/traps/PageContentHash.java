package io.dowser.crawler.internal.traps;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A short stand-in for the text of a page: equal texts have equal ones, and texts that differ in
 * little have similarity hashes that differ in few bits.
 *
 * @param high one half of a 128-bit hash of the text
 * @param low the other half
 * @param similarity 64 bits, of which few differ between similar texts
 * @param shingles how many runs of words went into {@code similarity}
 */
public record PageContentHash(long high, long low, long similarity, int shingles) {

  /** The content hash of no text. */
  public static final PageContentHash EMPTY = new PageContentHash(0, 0, 0, 0);

  /** Pages with less text are alike by chance. */
  static final int FEWEST_SHINGLES = 20;

  private static final HashFunction EXACT = Hashing.murmur3_128();
  private static final int MAX_CHARACTERS = 100_000;

  /**
   * Takes the content hash of a text.
   *
   * @param text the text of a page with white space collapsed; of a long one, the similarity hash
   *     sees the first 100,000 characters
   */
  public static PageContentHash of(String text) {
    if (text.isEmpty()) {
      return EMPTY;
    }
    ByteBuffer exact = ByteBuffer.wrap(EXACT.hashString(text, StandardCharsets.UTF_8).asBytes());
    var similarity = new SimHash();
    int end = Math.min(text.length(), MAX_CHARACTERS);
    for (int from = 0; from < end; from += SimHash.CHUNK) {
      similarity.add(text, from, Math.min(end, from + SimHash.CHUNK));
    }
    similarity.end();
    return new PageContentHash(
        exact.getLong(), exact.getLong(), similarity.value(), similarity.shingles());
  }

  boolean isComparable() {
    return shingles >= FEWEST_SHINGLES;
  }
}
