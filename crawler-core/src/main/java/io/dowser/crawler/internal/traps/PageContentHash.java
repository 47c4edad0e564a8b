package io.dowser.crawler.internal.traps;

import java.util.Arrays;

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

  /** Characters that are hashed at once: see docs/decisions/0010. */
  static final int CHUNK = 64;

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
    var exact = new TextHash(text.length());
    var similarity = new SimHash();
    var chunk = new char[CHUNK];
    for (int from = 0; from < text.length(); from += CHUNK) {
      int length = Math.min(CHUNK, text.length() - from);
      text.getChars(from, from + length, chunk, 0);
      Arrays.fill(chunk, length, CHUNK, '\0');
      exact.add(chunk);
      if (from < MAX_CHARACTERS) {
        similarity.add(chunk, Math.min(length, MAX_CHARACTERS - from));
      }
    }
    similarity.end();
    return new PageContentHash(
        exact.high(), exact.low(), similarity.value(), similarity.shingles());
  }

  boolean isComparable() {
    return shingles >= FEWEST_SHINGLES;
  }
}
