package io.dowser.crawler.text;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Numbers distinct terms from 0 in the order in which they are added.
 *
 * <p>An open-addressed hash table of the numbers beside an array of the terms; up to eight terms
 * are searched without a table, because most texts of links are that short. Terms come from pages
 * that strangers write, who can choose them to have equal hash codes; a search that takes
 * suspiciously long makes the table change to a hash function that cannot be foreseen. The numbers
 * do not depend on either function.
 *
 * <p>Not thread-safe while terms are added.
 */
public final class TermTable {

  /** What {@link #find} gives for a term that was not added. */
  public static final int ABSENT = -1;

  private static final int MOST_WITHOUT_SLOTS = 8;
  private static final int LONG_SEARCH = 64;
  private static final long MIX = 0x9e3779b97f4a7c15L;
  private static final long ENDS = 0xbf58476d1ce4e5b9L;
  private static final long MIDDLE = 0x94d049bb133111ebL;

  private String[] terms;
  private long[] fingerprints;
  private int size;
  private long[] slots = {}; // hash and number plus 1, or 0; twice the number of terms or more
  private long seed; // 0 for the usual hash function

  /**
   * Creates an empty table.
   *
   * @param expectedTerms how many terms are expected, 0 or more
   */
  public TermTable(int expectedTerms) {
    this.terms = new String[Math.max(4, Math.min(expectedTerms, 256))];
    this.fingerprints = new long[terms.length];
  }

  /** {@return how many terms there are} */
  public int size() {
    return size;
  }

  /**
   * Returns a term.
   *
   * @param number its number
   * @return the term
   */
  public String term(int number) {
    if (number >= size) { // terms may be longer
      throw new IndexOutOfBoundsException("term " + number + " of " + size);
    }
    return terms[number];
  }

  /**
   * Returns the hash of a term.
   *
   * @param number the term's number
   * @return 64 bits
   */
  public long fingerprint(int number) {
    if (number >= size) {
      throw new IndexOutOfBoundsException("term " + number + " of " + size);
    }
    return fingerprints[number];
  }

  /**
   * Returns the number of a term.
   *
   * @param term the term
   * @return its number, or {@link #ABSENT}
   */
  public int find(String term) {
    if (slots.length == 0) {
      return findWithoutSlots(term);
    }
    return number(slots[slot(term, hash(term, fingerprint(term)))]);
  }

  /**
   * Finds all terms of a text at once. The slots are read before any of them is compared, so that
   * the processor can wait for many of them at the same time.
   *
   * @param text the text
   * @return the number of each of its terms, or {@link #ABSENT}
   */
  public int[] findAll(TermCounts text) {
    var numbers = new int[text.size()];
    if (slots.length == 0) {
      Arrays.setAll(numbers, i -> findWithoutSlots(text.term(i)));
      return numbers;
    }
    var first = new long[numbers.length];
    for (int i = 0; i < first.length; i++) {
      int hash = hash(text.term(i), text.fingerprint(i));
      numbers[i] = hash;
      first[i] = slots[hash & (slots.length - 1)];
    }
    for (int i = 0; i < first.length; i++) {
      numbers[i] = find(text.term(i), numbers[i], first[i]);
    }
    return numbers;
  }

  private int find(String term, int hash, long first) {
    if (first == 0 || holds(first, term, hash)) {
      return number(first); // which is ABSENT for an empty slot
    }
    return number(slots[slot(term, hash)]);
  }

  /**
   * Adds a term, if it is new.
   *
   * @param term the term
   * @return its number, which is new if it equals the size before
   */
  public int add(String term) {
    if (slots.length == 0) {
      int number = findWithoutSlots(term);
      return number == ABSENT ? append(term, fingerprint(term)) : number;
    }
    long fingerprint = fingerprint(term);
    int hash = hash(term, fingerprint);
    int slot = slot(term, hash);
    if (slots[slot] != 0) {
      return number(slots[slot]);
    }
    if (seed == 0 && ((slot - hash) & (slots.length - 1)) > LONG_SEARCH) {
      seed = 2L * System.identityHashCode(this) + 1; // odd, and not to be seen in any result
      rebuild(slots.length);
      return add(term);
    }
    slots[slot] = entry(hash, size);
    return append(term, fingerprint);
  }

  private static long entry(int hash, int number) {
    return (long) hash << 32 | (number + 1);
  }

  private static int number(long entry) {
    return (int) entry - 1;
  }

  private int append(String term, long fingerprint) {
    if (size == terms.length) {
      terms = Arrays.copyOf(terms, 2 * size);
      fingerprints = Arrays.copyOf(fingerprints, 2 * size);
    }
    fingerprints[size] = fingerprint;
    terms[size++] = term;
    if (2 * size > slots.length && size > MOST_WITHOUT_SLOTS) {
      rebuild(4 * Integer.highestOneBit(size));
    }
    return size - 1;
  }

  private int findWithoutSlots(String term) {
    for (int number = 0; number < size; number++) {
      if (terms[number].equals(term)) {
        return number;
      }
    }
    return ABSENT;
  }

  /** The slot that holds the term, or the empty one where it belongs. */
  private int slot(String term, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0 && !holds(slots[slot], term, hash)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean holds(long entry, String term, int hash) {
    return (int) (entry >>> 32) == hash && terms[number(entry)].equals(term);
  }

  private void rebuild(int length) {
    slots = new long[length];
    for (int number = 0; number < size; number++) {
      int hash = hash(terms[number], fingerprints[number]);
      int slot = hash & (length - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (length - 1);
      }
      slots[slot] = entry(hash, number);
    }
  }

  /**
   * Writes a term.
   *
   * @param out where to
   * @param term the term
   * @throws IOException if writing fails
   */
  public static void saveTerm(DataOutput out, String term) throws IOException {
    out.writeInt(term.length());
    out.writeChars(term);
  }

  /**
   * Reads a term; memory is taken as characters come, however long it claims to be.
   *
   * @param in where from
   * @return the term
   * @throws IOException if reading fails or the term has no character
   */
  public static String readTerm(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 1) {
      throw new IOException("a saved term must have a character or more, but had " + length);
    }
    var term = new StringBuilder();
    for (int i = 0; i < length; i++) {
      term.append(in.readChar());
    }
    return term.toString();
  }

  private int hash(String term, long fingerprint) {
    return seed == 0 ? (int) (fingerprint >>> 32) : (int) (ofAllLetters(term, seed * MIX) >>> 32);
  }

  /** The upper half depends on all that goes in. */
  private static long fingerprint(String term) {
    int length = term.length();
    if (length == 0) {
      return 1;
    }
    long ends = (long) term.charAt(0) << Character.SIZE | term.charAt(length - 1);
    long fingerprint = ((long) term.hashCode() << Integer.SIZE | length) * MIX;
    return (fingerprint + ends * ENDS + term.charAt(length >> 1) * MIDDLE) | 1;
  }

  private static long ofAllLetters(String term, long factor) {
    long hash = 0;
    for (int i = 0; i < term.length(); i++) {
      hash = (hash + term.charAt(i) + 1) * factor;
    }
    return hash;
  }
}
