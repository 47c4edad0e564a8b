package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * A short stand-in for the text of a page: equal texts have equal ones, and texts that differ in
 * little have similarity hashes that differ in few bits.
 *
 * @param high one half of a 128-bit hash of the text
 * @param low the other half
 * @param similarity 64 bits, of which few differ between similar texts
 * @param shingles the number of runs of words that went into {@code similarity}
 * @param start a hash of the first letters of the text
 */
public record PageContentHash(long high, long low, long similarity, int shingles, int start) {

  /** The content hash of no text. */
  public static final PageContentHash EMPTY = new PageContentHash(0, 0, 0, 0, 0);

  /** Pages with less text are alike by chance. */
  static final int FEWEST_SHINGLES = 20;

  /** Of 64 bits, 32 differ between unrelated texts on average, and fewer in one of 1,000 pairs. */
  private static final int MOST_UNRELATED = 20;

  /** Characters that are hashed at once: see docs/decisions/0010. */
  static final int CHUNK = 64;

  private static final int START_LETTERS = 80;

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
        exact.high(), exact.low(), similarity.value(), similarity.shingles(), start(text));
  }

  /**
   * Takes the content hash of a page: of its main text, or of its whole text, title and texts of
   * links included, where the main text is so short that different pages have the same by chance;
   * the hash of a whole text is near to no other.
   *
   * @param mainText the main text; empty if it is unknown
   * @param wholeText the whole text
   */
  public static PageContentHash of(String mainText, String wholeText) {
    PageContentHash main = of(mainText);
    PageContentHash whole = main.isComparable() ? main : of(wholeText);
    return main.isComparable()
        ? main
        : new PageContentHash(whole.high, whole.low, whole.similarity, 0, whole.start);
  }

  /** Hashes the first letters; not digits, which are those of a date as often as not. */
  private static int start(String text) {
    int hash = 0;
    int letters = 0;
    for (int i = 0; i < text.length() && letters < START_LETTERS; i++) {
      char c = text.charAt(i);
      if (Character.isLetter(c)) {
        hash = 31 * hash + Character.toLowerCase(c);
        letters++;
      }
    }
    return hash;
  }

  /** Returns whether the text is so long that another page has it, or nearly, by no chance. */
  public boolean isComparable() {
    return shingles >= FEWEST_SHINGLES;
  }

  /** Returns whether two long texts have more in common than texts about different things. */
  public boolean isRelated(PageContentHash other) {
    return !isComparable()
        || !other.isComparable()
        || Long.bitCount(similarity ^ other.similarity) <= MOST_UNRELATED;
  }

  /** Writes what {@link #isRelated} needs. */
  public void saveSimilarity(StateWriter out) throws IOException {
    out.writeLong(similarity);
    out.writeInt(shingles);
  }

  /** Returns a content hash for {@link #isRelated} alone. */
  public static PageContentHash restoredSimilarity(StateReader in) throws IOException {
    return new PageContentHash(0, 0, in.readLong(), in.readCount("shingles"), 0);
  }
}
