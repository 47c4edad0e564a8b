package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;

/**
 * The runs of a {@link SlotQueue} behind its front, the next one to serve last.
 *
 * <p>The ranks of their bounds lie side by side as well, so that the search among many runs does
 * not visit each of those that it passes.
 */
final class SlotRuns {

  private static final SlotRun[] NONE = {};
  private static final long[] NO_BOUNDS = {};

  private SlotRun[] runs = NONE;
  private long[] boundRanks = NO_BOUNDS;
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  SlotRun get(int index) {
    return runs[index];
  }

  SlotRun last() {
    return runs[count - 1];
  }

  void addLast(SlotRun run) {
    insert(count, run);
  }

  SlotRun removeLast() {
    SlotRun last = last();
    remove(count - 1);
    return last;
  }

  /** Puts a run at an index; later ones, which go before it, move up. */
  void insert(int index, SlotRun run) {
    if (count == runs.length) {
      int capacity = count + 1 + (count >> 1);
      runs = Arrays.copyOf(runs, capacity);
      boundRanks = Arrays.copyOf(boundRanks, capacity);
    }
    System.arraycopy(runs, index, runs, index + 1, count - index);
    System.arraycopy(boundRanks, index, boundRanks, index + 1, count - index);
    runs[index] = run;
    boundRanks[index] = run.boundRank;
    count++;
  }

  void remove(int index) {
    count--;
    System.arraycopy(runs, index + 1, runs, index, count - index);
    System.arraycopy(boundRanks, index + 1, boundRanks, index, count - index);
    runs[count] = SlotRun.EMPTY; // lets the memory go
  }

  /** Reads where a search begins and ends. */
  int touch() {
    return count == 0 ? 0 : (int) boundRanks[count >> 1] + runs[0].size();
  }

  void clear() {
    runs = NONE;
    boundRanks = NO_BOUNDS;
    count = 0;
  }

  /** Finds the run of a slot that goes behind the front: the lowest takes all the rest. */
  int find(long rank, int slot, SlotOrder order) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      long bound = boundRanks[middle];
      if (rank < bound || (rank == bound && order.goesBehind(rank, slot, runs[middle]))) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }
}
