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
  private static final long[] SPREAD = spread();
  private static final int MOST_AT_ONCE = 255; // what a counter of a byte holds
  private static final long MIX_1 = 0xFF51AFD7ED558CCDL; // the finaliser of MurmurHash3
  private static final long MIX_2 = 0xC4CEB9FE1A85EC53L;

  private final int[] ones = new int[Long.SIZE]; // features that have the bit
  private final long[] latest = new long[Long.BYTES]; // the same of the latest, eight in a long
  private int uncounted;
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

  /** Returns each number of 8 bits with a byte for each bit. */
  private static long[] spread() {
    var spread = new long[1 << Byte.SIZE];
    for (int i = 0; i < spread.length; i++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        spread[i] |= (long) (i >>> bit & 1) << (Byte.SIZE * bit);
      }
    }
    return spread;
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
    for (int i = 0; i < latest.length; i++) {
      latest[i] += SPREAD[(int) (feature >>> (Byte.SIZE * i)) & 0xFF];
    }
    shingles++;
    if (++uncounted == MOST_AT_ONCE) {
      countLatest();
    }
  }

  private void countLatest() {
    for (int bit = 0; bit < ones.length; bit++) {
      ones[bit] += (int) (latest[bit / Byte.SIZE] >>> (Byte.SIZE * (bit % Byte.SIZE))) & 0xFF;
    }
    Arrays.fill(latest, 0);
    uncounted = 0;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * MIX_1;
    mixed = (mixed ^ (mixed >>> 33)) * MIX_2;
    return mixed ^ (mixed >>> 33);
  }

  long value() {
    countLatest();
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
