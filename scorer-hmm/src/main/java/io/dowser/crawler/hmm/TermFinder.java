package io.dowser.crawler.hmm;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Vocabulary;
import java.util.Arrays;

/**
 * Finds the terms of a page in a large vocabulary, where nearly each look costs a wait for memory:
 * the letters of all terms lie in one array, so that there are two waits for a term, for its slot
 * and for its letters, in the place of four.
 *
 * <p>Immutable and safe for use by many threads.
 */
final class TermFinder {

  private static final int HEAD = 3; // the id in two, then the number of letters
  private static final int MOST_LETTERS = Character.MAX_VALUE;
  private static final int LONGEST_SEARCH = 64;
  private static final long MIX = 0x9e3779b97f4a7c15L;

  private final Vocabulary vocabulary;
  private final long[] slots; // hash and place plus 1, or 0
  private char[] letters = new char[1024];

  TermFinder(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.slots = new long[4 * Integer.highestOneBit(Math.max(4, vocabulary.size()))];
    int used = 0;
    for (int id = 0; id < vocabulary.size(); id++) {
      String term = vocabulary.term(id);
      if (term.length() <= MOST_LETTERS && put(hash(term), used)) {
        used = append(id, term, used);
      }
    }
  }

  /** False where a search would take long: the pages of strangers may crowd a few slots. */
  private boolean put(int hash, int place) {
    int mask = slots.length - 1;
    for (int step = 0; step < LONGEST_SEARCH; step++) {
      int slot = (hash + step) & mask;
      if (slots[slot] == 0) {
        slots[slot] = (long) hash << 32 | (place + 1);
        return true;
      }
    }
    return false;
  }

  private int append(int id, String term, int used) {
    int end = Math.addExact(used, HEAD + term.length());
    if (end > letters.length) {
      letters = Arrays.copyOf(letters, Math.max(end, 2 * letters.length));
    }
    letters[used] = (char) (id >>> 16);
    letters[used + 1] = (char) id;
    letters[used + 2] = (char) term.length();
    term.getChars(0, term.length(), letters, used + HEAD);
    return end;
  }

  /**
   * Finds all terms of a text. Their slots are read before a term is compared, so that the
   * processor can wait for many of them at the same time.
   *
   * @return for each distinct term, in the order of the text, what {@link Vocabulary#id} gives
   */
  int[] ids(TermCounts text) {
    var ids = new int[text.size()];
    var first = new long[ids.length];
    int mask = slots.length - 1;
    for (int i = 0; i < first.length; i++) {
      int hash = hash(text.term(i));
      ids[i] = hash;
      first[i] = slots[hash & mask];
    }
    for (int i = 0; i < first.length; i++) {
      ids[i] = first[i] == 0 ? absent(text.term(i)) : find(text.term(i), ids[i], first[i]);
    }
    return ids;
  }

  private int find(String term, int hash, long first) {
    int mask = slots.length - 1;
    long entry = first;
    for (int step = 1; entry != 0; step++) {
      int place = (int) entry - 1;
      if ((int) (entry >>> 32) == hash && is(term, place)) {
        return letters[place] << 16 | letters[place + 1];
      }
      if (step == LONGEST_SEARCH) {
        return vocabulary.id(term); // which does not mind a crowd
      }
      entry = slots[(hash + step) & mask];
    }
    return absent(term);
  }

  private int absent(String term) {
    return term.length() > MOST_LETTERS ? vocabulary.id(term) : Vocabulary.ABSENT;
  }

  private boolean is(String term, int place) {
    int length = term.length();
    if (letters[place + 2] != length) {
      return false;
    }
    int at = place + HEAD;
    for (int i = 0; i < length; i++) {
      if (letters[at + i] != term.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int hash(String term) {
    return (int) ((term.hashCode() * MIX) >>> 32); // spreads similar hash codes
  }
}
