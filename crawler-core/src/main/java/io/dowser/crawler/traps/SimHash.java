package io.dowser.crawler.traps;

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
 * for all of them at once. For one thread.
 */
final class SimHash {

  private static final int ASCII = 128;
  private static final int PLANES = 20; // enough for a million features
  private static final long MIX_1 = 0xFF51AFD7ED558CCDL; // the finaliser of MurmurHash3
  private static final long MIX_2 = 0xC4CEB9FE1A85EC53L;

  private final long[] planes = new long[PLANES];
  private int shingles;
  private long before;
  private long beforeThat;
  private int words;

  void add(String text, int end) {
    long word = 0;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c < ASCII) {
        int folded = folded(c);
        word = folded == 0 ? finish(word) : word * 31 + folded;
      } else if (c >= '\u2E80') { // Han, kana and Hangul, and halves of rarer characters
        word = finish(word);
        finish(mix(c));
      } else if (Character.isLetterOrDigit(c)) {
        word = word * 31 + Character.toLowerCase(c);
      } else {
        word = finish(word);
      }
    }
    finish(word);
  }

  /** Gives a letter in lower case or a digit, or 0 for what separates words. */
  private static int folded(char c) {
    int lower = c | 0x20;
    return (lower >= 'a' && lower <= 'z') ? lower : (c >= '0' && c <= '9') ? c : 0;
  }

  private long finish(long word) {
    if (word != 0) {
      if (++words >= 3) {
        count(mix(word + 31 * mix(before + 31 * mix(beforeThat))));
      }
      beforeThat = before;
      before = word;
    }
    return 0;
  }

  private void count(long feature) {
    shingles++;
    long carry = feature;
    for (int i = 0; carry != 0 && i < PLANES; i++) {
      long sum = planes[i] ^ carry;
      carry &= planes[i];
      planes[i] = sum;
    }
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * MIX_1;
    mixed = (mixed ^ (mixed >>> 33)) * MIX_2;
    return mixed ^ (mixed >>> 33);
  }

  long value() {
    long value = 0;
    for (int bit = 0; bit < 64; bit++) {
      long ones = 0;
      for (int i = 0; i < PLANES; i++) {
        ones |= (planes[i] >>> bit & 1) << i;
      }
      value |= 2 * ones > shingles ? 1L << bit : 0;
    }
    return value;
  }

  int shingles() {
    return shingles;
  }
}
