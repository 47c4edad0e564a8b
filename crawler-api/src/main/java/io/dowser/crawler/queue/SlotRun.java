package io.dowser.crawler.queue;

import java.util.Arrays;

/**
 * Slots beside the ranks of their keys, in growing arrays: at most as long as a {@link SlotQueue}
 * wants its runs, and in no order unless that keeps one.
 *
 * <p>The bound of a run goes after none of its slots and before every slot of the runs behind it.
 * It is kept as values, because the candidate that it was taken from may be gone.
 */
final class SlotRun {

  private static final int LEAST_CAPACITY = 4;

  long[] ranks;
  int[] slots;
  int size;
  long boundRank;
  double boundTieBreak;
  long boundSequence;

  SlotRun(int capacity) {
    ranks = new long[capacity];
    slots = new int[capacity];
  }

  void add(long rank, int slot) {
    insert(size, rank, slot);
  }

  /** Puts a slot at an index; later ones move up. */
  void insert(int index, long rank, int slot) {
    if (size == slots.length) {
      resize(size + Math.max(LEAST_CAPACITY, size >> 2));
    }
    if (index < size) {
      System.arraycopy(ranks, index, ranks, index + 1, size - index);
      System.arraycopy(slots, index, slots, index + 1, size - index);
    }
    ranks[index] = rank;
    slots[index] = slot;
    size++;
  }

  /** Takes out what is at an index; later ones move down. */
  void delete(int index) {
    size--;
    if (index < size) {
      System.arraycopy(ranks, index + 1, ranks, index, size - index);
      System.arraycopy(slots, index + 1, slots, index, size - index);
    }
    if (size < slots.length >> 2 && slots.length > 4 * LEAST_CAPACITY) {
      resize(slots.length >> 1);
    }
  }

  /** Takes out the slots from an index on, and gives back the memory that this leaves. */
  void truncate(int newSize) {
    size = newSize;
    resize(newSize);
  }

  void addAll(SlotRun other, int from, int to) {
    int count = to - from;
    if (size + count > slots.length) {
      resize(size + count);
    }
    System.arraycopy(other.ranks, from, ranks, size, count);
    System.arraycopy(other.slots, from, slots, size, count);
    size += count;
  }

  /** Finds a slot that is there. */
  int indexOf(int slot) {
    int index = size - 1;
    while (slots[index] != slot) {
      index--;
    }
    return index;
  }

  void swap(int a, int b) {
    long rank = ranks[a];
    int slot = slots[a];
    ranks[a] = ranks[b];
    slots[a] = slots[b];
    ranks[b] = rank;
    slots[b] = slot;
  }

  private void resize(int capacity) {
    ranks = Arrays.copyOf(ranks, capacity);
    slots = Arrays.copyOf(slots, capacity);
  }
}
