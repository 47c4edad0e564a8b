package io.dowser.crawler.internal.traps;

import java.util.Arrays;

/**
 * A hash of 64 bits of which few change when a text changes a little.
 *
 * <p>Source: M. Charikar, <i>Similarity estimation techniques from rounding algorithms</i>, STOC
 * 2002, and G. S. Manku, A. Jain and A. Das Sarma, <i>Detecting near-duplicates for web
 * crawling</i>, WWW 2007, sections 2 and 3: each feature is hashed, each bit of the result is the
 * majority among the features. Features here are runs of three words, all of weight 1; Han
 * characters count as words.
 *
 * <p>The 64 counters are kept bit by bit across a few {@code long}s, so that one addition counts
 * for all of them at once, and features are added sixteen at a time, which leaves one overflow
 * where there would be sixteen. Not thread-safe.
 */
final class SimHash {

  /** How many characters are added at once, at most. */
  static final int CHUNK = 64;

  private static final int ASCII = 128;

  /** Letters in lower case and digits; 0 for what separates words. */
  private static final byte[] FOLDED = foldedAscii();

  private static final int WORD_BY_ITSELF = -1;
  private static final int PLANES = 20; // enough for a million features
  private static final int AT_ONCE = 16;
  private static final int PLANES_OF_PAIRS = 4; // 16 = 2 to the power of 4
  private static final long MIX_1 = 0xFF51AFD7ED558CCDL; // the finaliser of MurmurHash3
  private static final long MIX_2 = 0xC4CEB9FE1A85EC53L;

  private final long[] words = new long[CHUNK + 1]; // the one begun before may end
  private final long[] planes = new long[PLANES];
  private final long[] addends = new long[AT_ONCE];
  private int shingles;
  private long unfinished;
  private long before;
  private long beforeThat;

  /**
   * Continues with a text.
   *
   * @param length how many they are, at most {@link #CHUNK}
   */
  void add(char[] text, int length) {
    countRuns(cutWords(text, length));
  }

  /** Ends the text, and with it its last word. */
  void end() {
    words[0] = unfinished;
    countRuns(unfinished == 0 ? 0 : 1);
    unfinished = 0;
  }

  /** Puts the words of the next characters into {@link #words}, and says how many they are. */
  private int cutWords(char[] text, int length) {
    int count = 0;
    long word = unfinished;
    for (int i = 0; i < length; i++) {
      char c = text[i];
      int folded = c < ASCII ? FOLDED[c] : folded(c);
      if (folded > 0) {
        word = word * 31 + folded;
        continue;
      }
      if (word != 0) {
        words[count++] = word;
        word = 0;
      }
      if (folded == WORD_BY_ITSELF) {
        words[count++] = c;
      }
    }
    unfinished = word;
    return count;
  }

  private static int folded(char c) {
    if (c >= '\u2E80') { // Han, kana and Hangul, and halves of rarer characters
      return WORD_BY_ITSELF;
    }
    return Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : 0;
  }

  private static byte[] foldedAscii() {
    var folded = new byte[ASCII];
    for (char c = 0; c < ASCII; c++) {
      folded[c] = (byte) folded(c);
    }
    return folded;
  }

  private void countRuns(int count) {
    for (int i = 0; i < count; i++) {
      long mixed = mix(words[i]); // never 0
      if (beforeThat != 0) {
        count(mixed + Long.rotateLeft(before, 21) + Long.rotateLeft(beforeThat, 42));
      }
      beforeThat = before;
      before = mixed;
    }
  }

  /** Adds a feature. */
  void count(long feature) {
    addends[shingles & AT_ONCE - 1] = feature;
    shingles++;
    if ((shingles & AT_ONCE - 1) == 0) {
      addAll();
    }
  }

  /** Adds all addends, of which each plane hands half as many on as overflow, and clears them. */
  private void addAll() {
    int size = AT_ONCE;
    for (int i = 0; size > 1; i++) {
      size /= 2;
      addPairs(i, size);
    }
    long pathState = addends[0];
    Arrays.fill(addends, 0);
    for (int i = PLANES_OF_PAIRS; pathState != 0 && i < PLANES; i++) {
      long sum = planes[i] ^ pathState;
      pathState &= planes[i];
      planes[i] = sum;
    }
  }

  private void addPairs(int plane, int pairs) {
    long sum = planes[plane];
    for (int i = 0; i < pairs; i++) {
      long a = addends[2 * i];
      long b = addends[2 * i + 1];
      long either = a ^ b;
      addends[i] = (a & b) | (either & sum);
      sum ^= either;
    }
    planes[plane] = sum;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * MIX_1;
    mixed = (mixed ^ (mixed >>> 33)) * MIX_2;
    return mixed ^ (mixed >>> 33);
  }

  /** Compares all counters with half of the features at once, from the highest plane down. */
  long value() {
    addAll();
    int half = shingles / 2;
    long above = 0;
    long equal = -1;
    for (int i = PLANES - 1; i >= 0; i--) {
      if ((half >>> i & 1) == 0) {
        above |= equal & planes[i];
        equal &= ~planes[i];
      } else {
        equal &= planes[i];
      }
    }
    return above;
  }

  int shingles() {
    return shingles;
  }
}
