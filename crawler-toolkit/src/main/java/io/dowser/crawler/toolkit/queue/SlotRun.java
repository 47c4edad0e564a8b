package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;

/**
 * Slots with the ranks of their keys, side by side in one array that grows: a {@link SlotQueue}
 * keeps some in order and some not.
 *
 * <p>The bound of a run goes after none of its slots and before every slot of the runs behind it.
 * It is kept as values, because the candidate that it was taken from may be gone.
 */
final class SlotRun {

  /** Holds nothing; not to be added to. */
  static final SlotRun EMPTY = new SlotRun(0);

  private static final int LEAST_CAPACITY = 4;

  private long[] entries; // rank, slot, rank, slot ...
  private int size;
  long boundRank;
  double boundTieBreak;
  long boundSequence;

  SlotRun(int capacity) {
    entries = new long[2 * capacity];
  }

  int size() {
    return size;
  }

  int capacity() {
    return entries.length / 2;
  }

  long rank(int index) {
    return entries[2 * index];
  }

  int slot(int index) {
    return (int) entries[2 * index + 1];
  }

  /** Reads where the last slot is. */
  int touch() {
    return (int) entries[Math.max(0, 2 * size - 1)];
  }

  void set(int index, long rank, int slot) {
    entries[2 * index] = rank;
    entries[2 * index + 1] = slot;
  }

  void add(long rank, int slot) {
    if (2 * size == entries.length) {
      resize(size + Math.max(LEAST_CAPACITY, size >> 1));
    }
    set(size++, rank, slot);
  }

  /** Puts a slot at an index; later ones move up. */
  void insert(int index, long rank, int slot) {
    add(rank, slot);
    if (index < size - 1) {
      System.arraycopy(entries, 2 * index, entries, 2 * index + 2, 2 * (size - 1 - index));
      set(index, rank, slot);
    }
  }

  /** Takes out what is at an index; later ones move down. */
  void delete(int index) {
    size--;
    if (index < size) {
      System.arraycopy(entries, 2 * index + 2, entries, 2 * index, 2 * (size - index));
    }
    if (8 * size < entries.length && entries.length > 16 * LEAST_CAPACITY) {
      resize(entries.length >> 2);
    }
  }

  /** Takes out the slots from an index on, and gives memory back if three quarters are idle. */
  void truncate(int newSize) {
    size = newSize;
    if (8 * size < entries.length) {
      resize(size);
    }
  }

  /** Adds some slots of another run, in their order. */
  void addAll(SlotRun other, int from, int to) {
    int count = to - from;
    if (2 * (size + count) > entries.length) {
      resize(size + count);
    }
    System.arraycopy(other.entries, 2 * from, entries, 2 * size, 2 * count);
    size += count;
  }

  /** Finds a slot that is there. */
  int indexOf(int slot) {
    int index = size - 1;
    while (slot(index) != slot) {
      index--;
    }
    return index;
  }

  void swap(int a, int b) {
    long rank = rank(a);
    int slot = slot(a);
    set(a, rank(b), slot(b));
    set(b, rank, slot);
  }

  private void resize(int capacity) {
    entries = Arrays.copyOf(entries, 2 * capacity);
  }
}
