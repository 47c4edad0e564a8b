package io.dowser.crawler.queue;

/**
 * The order of the slots of a table under keys: higher key, higher tie-break, smaller sequence
 * number.
 *
 * <p>Keys are compared as ranks: longs in the order of {@link Double#compare}. Only equal ranks
 * need a trip to the rows of the table.
 */
final class SlotOrder {

  private final CandidateTable table;

  SlotOrder(CandidateTable table) {
    this.table = table;
  }

  /** Gives the rank of a key. */
  static long rank(double key) {
    return flip(Double.doubleToRawLongBits(key));
  }

  /** Gives the key of a rank. */
  static double key(long rank) {
    return Double.longBitsToDouble(flip(rank));
  }

  private static long flip(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE); // the order of negative numbers is the reverse
  }

  /** Says whether one slot goes before another. */
  boolean goesBefore(long rankA, int slotA, long rankB, int slotB) {
    return rankA != rankB ? rankA > rankB : table.goesBefore(slotA, slotB);
  }

  /** Says whether a slot goes after the bound of a run. */
  boolean goesBehind(long rank, int slot, SlotRun run) {
    if (rank != run.boundRank) {
      return rank < run.boundRank;
    }
    int byTieBreak = Double.compare(table.tieBreak(slot), run.boundTieBreak);
    return byTieBreak != 0 ? byTieBreak < 0 : table.sequence(slot) > run.boundSequence;
  }

  /** Makes a slot the bound of a run. */
  void bound(SlotRun run, long rank, int slot) {
    run.boundRank = rank;
    run.boundTieBreak = table.tieBreak(slot);
    run.boundSequence = table.sequence(slot);
  }

  /** Sorts a short run, the first to serve last. */
  void sort(SlotRun run) {
    for (int i = 1; i < run.size(); i++) {
      long rank = run.rank(i);
      int slot = run.slot(i);
      int hole = i;
      while (hole > 0 && goesBefore(run.rank(hole - 1), run.slot(hole - 1), rank, slot)) {
        run.set(hole, run.rank(hole - 1), run.slot(hole - 1));
        hole--;
      }
      run.set(hole, rank, slot);
    }
  }

  /** Finds where in a sorted run a slot belongs. */
  int indexFor(SlotRun run, long rank, int slot) {
    int low = 0;
    int high = run.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (goesBefore(rank, slot, run.rank(middle), run.slot(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Takes the better half out of a run, in linear expected time.
   *
   * @return a run of these, bounded by the last of them
   */
  SlotRun takeBetterHalf(SlotRun run) {
    int half = run.size() >>> 1;
    select(run, half);
    var better = new SlotRun(run.size() - half);
    better.addAll(run, half, run.size());
    bound(better, better.rank(0), better.slot(0));
    run.truncate(half);
    return better;
  }

  /** Hoare's selection: afterwards what goes before the slot at the index is behind it. */
  private void select(SlotRun run, int index) {
    int low = 0;
    int high = run.size() - 1;
    while (low < high) {
      int split = partition(run, low, high);
      if (index <= split) {
        high = split;
      } else {
        low = split + 1;
      }
    }
  }

  /** Leaves in low to split what goes after all that is in split + 1 to high. */
  private int partition(SlotRun run, int low, int high) {
    int pivot = medianOf(run, low, (low + high) >>> 1, high);
    long rank = run.rank(pivot);
    int slot = run.slot(pivot);
    int left = low - 1;
    int right = high + 1;
    while (true) {
      do {
        left++;
      } while (goesBefore(rank, slot, run.rank(left), run.slot(left)));
      do {
        right--;
      } while (goesBefore(run.rank(right), run.slot(right), rank, slot));
      if (left >= right) {
        return Math.min(right, high - 1);
      }
      run.swap(left, right);
    }
  }

  private int medianOf(SlotRun run, int a, int b, int c) {
    boolean ab = goesBefore(run.rank(a), run.slot(a), run.rank(b), run.slot(b));
    boolean bc = goesBefore(run.rank(b), run.slot(b), run.rank(c), run.slot(c));
    if (ab == bc) {
      return b;
    }
    boolean ac = goesBefore(run.rank(a), run.slot(a), run.rank(c), run.slot(c));
    return ab == ac ? c : a;
  }
}
