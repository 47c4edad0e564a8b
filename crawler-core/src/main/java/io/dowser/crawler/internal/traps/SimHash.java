package io.dowser.crawler.internal.traps;

import java.util.Arrays;

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

  private static final char FIRST_BY_ITSELF = '\u2E80'; // Han, kana, Hangul; halves of rarer ones
  private static final char[] FOLDED = folded();
  private static final long MIX_1 = 0xFF51AFD7ED558CCDL; // the finaliser of MurmurHash3
  private static final long MIX_2 = 0xC4CEB9FE1A85EC53L;

  /** For each bit the number of features that have it, its binary digits across the longs. */
  private final long[] counts = new long[Integer.SIZE];

  private final long[] uncounted = new long[4];
  private int shingles;
  private long word;
  private long before;
  private long beforeThat;

  /** Continues with the first characters of a chunk of the text. */
  void add(char[] chunk, int length) {
    long begun = word;
    for (int i = 0; i < length; i++) {
      char c = chunk[i];
      if (c < FIRST_BY_ITSELF && FOLDED[c] != 0) {
        begun = begun * 31 + FOLDED[c];
      } else {
        addWord(begun);
        addWord(c < FIRST_BY_ITSELF ? 0 : c);
        begun = 0;
      }
    }
    word = begun;
  }

  /** Returns letters in lower case and digits; 0 for what separates words. */
  private static char[] folded() {
    var folded = new char[FIRST_BY_ITSELF];
    for (char c = 0; c < folded.length; c++) {
      folded[c] = Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : 0;
    }
    return folded;
  }

  /** Ends the word that was begun, if there is one. */
  void end() {
    addWord(word);
    word = 0;
  }

  private void addWord(long added) {
    if (added != 0) {
      long mixed = mix(added); // never 0
      if (beforeThat != 0) {
        count(mixed + Long.rotateLeft(before, 21) + Long.rotateLeft(beforeThat, 42));
      }
      beforeThat = before;
      before = mixed;
    }
  }

  /** Adds a feature. */
  void count(long feature) {
    int place = shingles++ % uncounted.length;
    uncounted[place] = feature;
    if (place == uncounted.length - 1) {
      countFour();
    }
  }

  /** Adds features to the counts, all bits at once, by full adders. */
  private void countFour() {
    long ones = sum(counts[0], uncounted[0], uncounted[1]);
    long twos = majority(counts[0], uncounted[0], uncounted[1]);
    long moreTwos = majority(ones, uncounted[2], uncounted[3]);
    counts[0] = sum(ones, uncounted[2], uncounted[3]);
    long added = majority(counts[1], twos, moreTwos);
    counts[1] = sum(counts[1], twos, moreTwos);
    for (int digit = 2; added != 0; digit++) {
      long both = counts[digit] & added;
      counts[digit] ^= added;
      added = both;
    }
    Arrays.fill(uncounted, 0);
  }

  private static long sum(long a, long b, long c) {
    return a ^ b ^ c;
  }

  private static long majority(long a, long b, long c) {
    return (a & b) | (c & (a | b));
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * MIX_1;
    mixed = (mixed ^ (mixed >>> 33)) * MIX_2;
    return mixed ^ (mixed >>> 33);
  }

  long value() {
    countFour();
    long majority = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      majority |= count(bit) > shingles / 2 ? 1L << bit : 0;
    }
    return majority;
  }

  private int count(int bit) {
    int count = 0;
    for (int digit = 0; shingles >>> digit != 0; digit++) {
      count |= (int) (counts[digit] >>> bit & 1) << digit;
    }
    return count;
  }

  int shingles() {
    return shingles;
  }
}
