package io.dowser.crawler.queue;

/**
 * Finds the slot of a sequence number: open addressing with linear probing over slots alone, the
 * numbers themselves stay in the rows. At most two thirds full.
 */
final class SequenceIndex {

  private static final int EMPTY = 0;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final LongRows rows;
  private final int word;
  private int[] slots = new int[16]; // slot + 1
  private int size;

  SequenceIndex(LongRows rows, int word) {
    this.rows = rows;
    this.word = word;
  }

  /** Gives the slot of a number, or -1. */
  int find(long sequence) {
    int mask = slots.length - 1;
    for (int i = home(sequence, mask); slots[i] != EMPTY; i = (i + 1) & mask) {
      int slot = slots[i] - 1;
      if (rows.get(slot, word) == sequence) {
        return slot;
      }
    }
    return -1;
  }

  /** Adds a slot whose number is in its row and not in the index. */
  void add(int slot) {
    if (size >= slots.length / 3 * 2) {
      grow();
    }
    insert(slot);
    size++;
  }

  /** Takes out the slot of a number that is in the index. */
  void remove(long sequence) {
    int mask = slots.length - 1;
    int gap = home(sequence, mask);
    while (rows.get(slots[gap] - 1, word) != sequence) {
      gap = (gap + 1) & mask;
    }
    closeGap(gap, mask);
    size--;
  }

  /** Moves later slots of the run back, so that no mark of deletion is needed. */
  private void closeGap(int from, int mask) {
    int gap = from;
    for (int i = (gap + 1) & mask; slots[i] != EMPTY; i = (i + 1) & mask) {
      int home = home(rows.get(slots[i] - 1, word), mask);
      if (((i - home) & mask) >= ((i - gap) & mask)) {
        slots[gap] = slots[i];
        gap = i;
      }
    }
    slots[gap] = EMPTY;
  }

  private void insert(int slot) {
    int mask = slots.length - 1;
    int i = home(rows.get(slot, word), mask);
    while (slots[i] != EMPTY) {
      i = (i + 1) & mask;
    }
    slots[i] = slot + 1;
  }

  private void grow() {
    if (slots.length == 1 << 30) {
      throw new IllegalStateException("the table is full: it holds " + size + " candidates");
    }
    int[] old = slots;
    slots = new int[old.length * 2];
    for (int entry : old) {
      if (entry != EMPTY) {
        insert(entry - 1);
      }
    }
  }

  private static int home(long sequence, int mask) {
    return (int) ((sequence * GOLDEN) >>> 32) & mask;
  }
}
