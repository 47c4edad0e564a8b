package io.dowser.crawler.hmm;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.Arrays;

/**
 * Finds what is known of the terms of a text, where nearly each look costs a wait for memory: the
 * fingerprint of a term lies in one line of the processor's cache with {@value #ROOM} numbers about
 * it, and many terms are waited for at the same time.
 *
 * <p>The fingerprint is {@linkplain TermCounts#fingerprint the one of the counts}. If it does not
 * distinguish two of the vocabulary, one is made from all letters, with a factor that cannot be
 * foreseen. A term that is not in the vocabulary is taken for one that is if they share their
 * fingerprint: by chance less than once in 10^9 terms. Who writes a page and searches for such
 * terms gains nothing, because they can as well write the known ones.
 *
 * <p>Takes 100 to 200 bytes a term. Thread-safe once the numbers are written.
 */
final class TermFinder {

  /** How many numbers each term has. */
  static final int ROOM = 14;

  private static final int HEAD = 2; // the fingerprint
  private static final int LINE = HEAD + ROOM;
  private static final int FIRST = 12; // after the 16 bytes in which an array says what it is
  private static final int LONGEST_SEARCH = 1_024; // by chance some 200, when two thirds are full
  private static final long MIX = 0x9e3779b97f4a7c15L;
  private static final long COUNTED = 0; // in the place of a factor: fingerprints of the counts

  /** The lines; the numbers of a slot without a term are those of all unknown terms. */
  final int[] lines;

  private final int slots;
  private final int shift; // of a fingerprint, gives its slot
  private final long factor; // odd, or COUNTED

  /**
   * Takes a vocabulary.
   *
   * @param places gets for the term of each id where its numbers begin in {@link #lines}
   */
  TermFinder(Vocabulary vocabulary, int[] places) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(1 + 3L * places.length / 2);
    this.slots = 1 << bits;
    this.shift = Long.SIZE - bits;
    this.lines = new int[Math.addExact(FIRST, Math.multiplyExact(LINE, slots))];
    long tried = COUNTED;
    while (!fill(vocabulary, places, tried)) {
      Arrays.fill(lines, 0);
      tried = 2 * (tried * MIX + System.identityHashCode(this)) + 1;
    }
    this.factor = tried;
  }

  /** False if two terms share a fingerprint, or too many share a slot. */
  private boolean fill(Vocabulary vocabulary, int[] places, long tried) {
    for (int id = 0; id < places.length; id++) {
      long fingerprint =
          tried == COUNTED ? vocabulary.fingerprint(id) : ofAllLetters(vocabulary.term(id), tried);
      int slot = slot(fingerprint);
      for (int step = 0; at(slot) != 0; step++) {
        if (step == LONGEST_SEARCH || at(slot) == fingerprint) {
          return false;
        }
        slot = next(slot);
      }
      int line = line(slot);
      lines[line] = (int) fingerprint;
      lines[line + 1] = (int) (fingerprint >>> Integer.SIZE);
      places[id] = line + HEAD;
    }
    return true;
  }

  /** Starts to search for terms of a text, as many at a time as {@code most}. */
  Search search(int most) {
    return new Search(most);
  }

  /** Terms of a text that are looked for; not thread-safe. */
  final class Search {

    /**
     * Where the numbers of each term begin in {@link #lines}; for a term that is not in the
     * vocabulary, those of a slot without a term.
     */
    final int[] places;

    private final long[] fingerprints; // kept, as fresh room would not be in the cache
    private final long[] first;

    private Search(int most) {
      places = new int[most];
      fingerprints = new long[most];
      first = new long[most];
    }

    /** Finds {@code size} terms, the first of which is {@code from}. */
    void find(TermCounts text, int from, int size) {
      for (int i = 0; i < size; i++) {
        fingerprints[i] = fingerprint(text, from + i);
      }
      for (int i = 0; i < size; i++) { // so short that the processor waits for many at once
        first[i] = at(slot(fingerprints[i]));
      }
      for (int i = 0; i < size; i++) {
        places[i] = TermFinder.this.place(fingerprints[i], first[i]);
      }
    }
  }

  /** How many slots there are, with a term or without. */
  int slots() {
    return slots;
  }

  /** Where the numbers of a slot begin in {@link #lines}. */
  int place(int slot) {
    return line(slot) + HEAD;
  }

  private int place(long fingerprint, long first) {
    int slot = slot(fingerprint);
    long found = first;
    while (found != fingerprint && found != 0) {
      slot = next(slot);
      found = at(slot);
    }
    return place(slot);
  }

  private int slot(long fingerprint) {
    return (int) (fingerprint >>> shift);
  }

  private int next(int slot) {
    return (slot + 1) & (slots - 1);
  }

  private static int line(int slot) {
    return FIRST + LINE * slot;
  }

  private long at(int slot) {
    int line = line(slot);
    return ((long) lines[line + 1] << Integer.SIZE) | (lines[line] & 0xffff_ffffL);
  }

  /** Never 0. The upper bits, which choose the slot, depend on all that goes in. */
  private long fingerprint(TermCounts text, int index) {
    return factor == COUNTED ? text.fingerprint(index) : ofAllLetters(text.term(index), factor);
  }

  private static long ofAllLetters(String term, long factor) {
    long fingerprint = 0;
    for (int i = 0; i < term.length(); i++) {
      fingerprint = (fingerprint + term.charAt(i) + 1) * factor;
    }
    return fingerprint | 1;
  }
}
