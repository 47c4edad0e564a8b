package io.dowser.crawler.hmm;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Vocabulary;
import java.util.Arrays;

/**
 * Finds a number for each term of a text, where nearly each look costs a wait for memory: the
 * number of a term lies beside its fingerprint, so that there is one wait for a term, and many
 * terms are waited for at the same time.
 *
 * <p>The fingerprint is made from the hash code, which the text's counts have computed before, the
 * length, and the first, the middle and the last letter, which tells apart nearly all terms that
 * share a hash code. If it does not tell apart two of the vocabulary, it is made from all letters,
 * with a factor that cannot be foreseen. A term that is not in the vocabulary is taken for one that
 * is if they share all that: by chance less than once in 10^9 terms. Who writes a page and searches
 * for such terms gains nothing, because they can as well write the known ones.
 *
 * <p>Immutable and safe for use by many threads.
 */
final class TermFinder {

  /** The number of a term that is not in the vocabulary. */
  static final long ABSENT = 0;

  private static final int LONGEST_SEARCH = 256; // by chance some 70, when half full
  private static final long MIX = 0x9e3779b97f4a7c15L;
  private static final long ENDS = 0xbf58476d1ce4e5b9L;
  private static final long MIDDLE = 0x94d049bb133111ebL;
  private static final long QUICK = 0; // in the place of a factor

  private final long[] table; // fingerprint and number in turn, both 0 in an empty slot
  private final int shift; // of a fingerprint, gives its slot
  private final long factor; // odd, or QUICK

  /**
   * Takes a vocabulary.
   *
   * @param numbers of the term of each id
   */
  TermFinder(Vocabulary vocabulary, long[] numbers) {
    int bits = 65 - Long.numberOfLeadingZeros(Math.max(1, numbers.length)); // half full or less
    this.table = new long[Math.toIntExact(2L << bits)];
    this.shift = Long.SIZE - bits;
    long tried = QUICK;
    while (!fill(vocabulary, numbers, tried)) {
      Arrays.fill(table, 0);
      tried = 2 * (tried * MIX + System.identityHashCode(this)) + 1;
    }
    this.factor = tried;
  }

  /** False if two terms share a fingerprint, or too many share a slot. */
  private boolean fill(Vocabulary vocabulary, long[] numbers, long tried) {
    for (int id = 0; id < numbers.length; id++) {
      long fingerprint = fingerprint(vocabulary.term(id), tried);
      int at = slot(fingerprint);
      for (int step = 0; table[at] != 0; step++) {
        if (step == LONGEST_SEARCH || table[at] == fingerprint) {
          return false;
        }
        at = next(at);
      }
      table[at] = fingerprint;
      table[at + 1] = numbers[id];
    }
    return true;
  }

  /**
   * Finds the numbers of some terms of a text.
   *
   * @param from the first of them
   * @param numbers gets the number of each, or {@link #ABSENT}
   * @param size how many
   */
  void find(TermCounts text, int from, long[] numbers, int size) {
    var first = new long[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = fingerprint(text.term(from + i), factor);
    }
    for (int i = 0; i < size; i++) { // so short that the processor waits for many at once
      first[i] = table[slot(numbers[i])];
    }
    for (int i = 0; i < size; i++) {
      numbers[i] = number(numbers[i], first[i]);
    }
  }

  private long number(long fingerprint, long first) {
    int at = slot(fingerprint);
    long found = first;
    while (found != fingerprint && found != 0) {
      at = next(at);
      found = table[at];
    }
    return table[at + 1];
  }

  private int slot(long fingerprint) {
    return (int) (fingerprint >>> shift) << 1;
  }

  private int next(int at) {
    return (at + 2) & (table.length - 1);
  }

  /** Never 0. The upper bits, which choose the slot, depend on all that goes in. */
  private static long fingerprint(String term, long factor) {
    if (factor != QUICK || term.isEmpty()) {
      return ofAllLetters(term, factor);
    }
    int length = term.length();
    long ends = (long) term.charAt(0) << 16 | term.charAt(length - 1);
    long fingerprint = ((long) term.hashCode() << 32 | length) * MIX;
    return (fingerprint + ends * ENDS + term.charAt(length >> 1) * MIDDLE) | 1;
  }

  private static long ofAllLetters(String term, long factor) {
    long fingerprint = 0;
    for (int i = 0; i < term.length(); i++) {
      fingerprint = (fingerprint + term.charAt(i) + 1) * factor;
    }
    return fingerprint | 1;
  }
}
