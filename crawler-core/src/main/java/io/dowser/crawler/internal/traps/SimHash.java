package io.dowser.crawler.internal.traps;

/**
 * A hash of 64 bits of which few change when a text changes a little.
 *
 * <p>Source: M. Charikar, <i>Similarity estimation techniques from rounding algorithms</i>, STOC
 * 2002, and G. S. Manku, A. Jain and A. Das Sarma, <i>Detecting near-duplicates for web
 * crawling</i>, WWW 2007, sections 2 and 3: each feature is hashed, each bit of the result is the
 * majority among the features. Features here are runs of three words, all of weight 1; Han
 * characters count as words. Not thread-safe.
 */
final class SimHash {

  /** Characters that are added at once, at most: see docs/decisions/0010. */
  static final int CHUNK = 64;

  private static final int WORD_BY_ITSELF = -1;
  private static final long MIX_1 = 0xFF51AFD7ED558CCDL; // the finaliser of MurmurHash3
  private static final long MIX_2 = 0xC4CEB9FE1A85EC53L;

  private final int[] ones = new int[Long.SIZE]; // features that have the bit
  private int shingles;
  private long word;
  private long before;
  private long beforeThat;

  /** Continues with a part of a text. */
  void add(String text, int start, int end) {
    for (int i = start; i < end; i++) {
      int folded = folded(text.charAt(i));
      if (folded > 0) {
        word = word * 31 + folded;
      } else {
        end();
        if (folded == WORD_BY_ITSELF) {
          word = text.charAt(i);
          end();
        }
      }
    }
  }

  /** Returns a letter in lower case or a digit; 0 for what separates words. */
  private static int folded(char c) {
    if (c >= '\u2E80') { // Han, kana and Hangul, and halves of rarer characters
      return WORD_BY_ITSELF;
    }
    return Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : 0;
  }

  /** Ends the word that was begun, if there is one. */
  void end() {
    if (word != 0) {
      long mixed = mix(word); // never 0
      if (beforeThat != 0) {
        count(mixed + Long.rotateLeft(before, 21) + Long.rotateLeft(beforeThat, 42));
      }
      beforeThat = before;
      before = mixed;
      word = 0;
    }
  }

  /** Adds a feature. */
  void count(long feature) {
    for (int bit = 0; bit < Long.SIZE; bit++) {
      ones[bit] += (int) (feature >>> bit & 1);
    }
    shingles++;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * MIX_1;
    mixed = (mixed ^ (mixed >>> 33)) * MIX_2;
    return mixed ^ (mixed >>> 33);
  }

  long value() {
    long majority = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      majority |= ones[bit] > shingles / 2 ? 1L << bit : 0;
    }
    return majority;
  }

  int shingles() {
    return shingles;
  }
}
