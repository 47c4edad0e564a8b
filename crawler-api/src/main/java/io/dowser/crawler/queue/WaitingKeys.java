package io.dowser.crawler.queue;

/**
 * The keys of the slots of a table, kept as their difference from the score: a key that is the
 * score, as most are, takes no memory.
 */
final class WaitingKeys {

  private final CandidateTable table;
  private final LongRows differences = new LongRows(1); // of the bits: raw, so exact

  WaitingKeys(CandidateTable table) {
    this.table = table;
  }

  double get(int slot) {
    return Double.longBitsToDouble(scoreBits(slot) ^ differences.get(slot, 0));
  }

  /** Sets the key of a slot; to be called again when its score has changed. */
  void set(int slot, double key) {
    long difference = scoreBits(slot) ^ Double.doubleToRawLongBits(key);
    if (difference != differences.get(slot, 0)) {
      differences.set(slot, 0, difference);
    }
  }

  private long scoreBits(int slot) {
    return Double.doubleToRawLongBits(table.score(slot));
  }
}
