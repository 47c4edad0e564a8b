package io.dowser.crawler.toolkit.queue;

/**
 * The order of the slots of a table under keys: higher key, higher tie-break, smaller sequence
 * number.
 *
 * <p>Keys are compared as ranks: longs in the order of {@link Double#compare}. Only equal ranks
 * need a trip to the rows of the table.
 */
final class SlotOrder {

  private final CandidateTable table;
  private SlotRun scratch = SlotRun.EMPTY; // to divide a run without other memory

  SlotOrder(CandidateTable table) {
    this.table = table;
  }

  /** Returns the rank of a key. */
  static long rank(double key) {
    return flip(Double.doubleToRawLongBits(key));
  }

  /** Returns the key of a rank. */
  static double key(long rank) {
    return Double.longBitsToDouble(flip(rank));
  }

  private static long flip(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE); // the order of negative numbers is the reverse
  }

  /** Reports whether one slot goes before another. */
  boolean goesBefore(long rankA, int slotA, long rankB, int slotB) {
    return rankA != rankB ? rankA > rankB : table.goesBefore(slotA, slotB);
  }

  /** Reports whether a slot goes after the bound of a run. */
  boolean goesBehind(long rank, int slot, SlotRun run) {
    if (rank != run.boundRank) {
      return rank < run.boundRank;
    }
    int byTieBreak = Double.compare(table.tieBreak(slot), run.boundTieBreak);
    return byTieBreak != 0 ? byTieBreak < 0 : table.sequence(slot) > run.boundSequence;
  }

  /** Creates a slot the bound of a run. */
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
   * Takes about the better half out of a run of three slots or more, in linear time: what goes
   * before a pivot, and the pivot itself.
   *
   * @return a run of these, bounded by the last of them; not all of the run
   */
  SlotRun takeBetterHalf(SlotRun run) {
    int pivot = pivotOf(run);
    long rank = run.rank(pivot);
    int slot = run.slot(pivot);
    int count = divide(run, rank, slot);
    var better = new SlotRun(count);
    better.addAll(scratch, 0, count);
    bound(better, rank, slot);
    return better;
  }

  /** Moves what goes not after a slot to the scratch, and gives its number; the rest closes up. */
  private int divide(SlotRun run, long rank, int slot) {
    if (scratch.capacity() < run.size()) {
      scratch = new SlotRun(run.size());
    }
    int count = 0;
    for (int i = 0; i < run.size(); i++) { // without branches that no one can foresee
      long otherRank = run.rank(i);
      int other = run.slot(i);
      scratch.set(count, otherRank, other);
      run.set(i - count, otherRank, other);
      boolean moves = otherRank == rank ? !table.goesBefore(slot, other) : otherRank > rank;
      count += moves ? 1 : 0;
    }
    run.truncate(run.size() - count);
    return count;
  }

  /** Returns the memory that took a long run to divide. */
  void tidyUp() {
    scratch = SlotRun.EMPTY;
  }

  /** Finds a slot near the middle: the median of the medians of three times three. */
  private int pivotOf(SlotRun run) {
    int last = run.size() - 1;
    int middle = last >>> 1;
    int step = last >>> 3;
    if (step == 0) {
      return medianOf(run, 0, middle, last);
    }
    return medianOf(
        run,
        medianOf(run, 0, step, 2 * step),
        medianOf(run, middle - step, middle, middle + step),
        medianOf(run, last - 2 * step, last - step, last));
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
