package io.dowser.crawler.toolkit.queue;

/**
 * Finds the slot of a sequence number, whatever numbers there are: open addressing with linear
 * probing over slots alone, the numbers themselves stay in the rows. At most two thirds full.
 */
final class SequenceIndex {

  private static final int EMPTY = 0;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int MOST_BITS = 30;

  private final LongRows rows;
  private final int word;
  private int mask = 15;
  private int[] entries = new int[mask + 1]; // slot + 1
  private int size;

  SequenceIndex(LongRows rows, int word) {
    this.rows = rows;
    this.word = word;
  }

  /** Returns the slot of a number, or -1. */
  int find(long sequence) {
    return entries[placeOf(sequence)] - 1;
  }

  /** Adds a slot whose number is in its row and not in the index. */
  void add(int slot) {
    if (size >= entries.length / 3 * 2) {
      grow();
    }
    insert(slot + 1);
    size++;
  }

  /** Takes out a number that is there; later entries of the run move back over the gap. */
  void remove(long sequence) {
    int gap = placeOf(sequence);
    for (int i = (gap + 1) & mask; entries[i] != EMPTY; i = (i + 1) & mask) {
      int distance = (i - home(number(entries[i]))) & mask;
      if (distance >= ((i - gap) & mask)) {
        entries[gap] = entries[i];
        gap = i;
      }
    }
    entries[gap] = EMPTY;
    size--;
  }

  /** Finds where a number is, or the empty place where it would go. */
  private int placeOf(long sequence) {
    int place = home(sequence);
    while (entries[place] != EMPTY && number(entries[place]) != sequence) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void insert(int entry) {
    entries[placeOf(number(entry))] = entry;
  }

  private void grow() {
    if (entries.length == 1 << MOST_BITS) {
      throw new IllegalStateException("the table is full: it holds " + size + " candidates");
    }
    int[] old = entries;
    entries = new int[2 * old.length];
    mask = entries.length - 1;
    for (int entry : old) {
      if (entry != EMPTY) {
        insert(entry);
      }
    }
  }

  private long number(int entry) {
    return rows.get(entry - 1, word);
  }

  private int home(long sequence) {
    return (int) ((sequence * GOLDEN) >>> 32) & mask;
  }
}
