package io.dowser.crawler.toolkit.queue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The keys of the slots of a table, kept as their difference from the score: a key that is the
 * score, as most are, takes no memory.
 */
final class PendingKeys {

  /** In place of a number of candidates. */
  static final int ANY = -1;

  private final CandidateTable table;
  private final LongRows differences = new LongRows(1); // of the bits: raw, so exact

  PendingKeys(CandidateTable table) {
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

  /** Writes the keys in the order of the slots in use; those that are the scores in one byte. */
  void save(DataOutput out) throws IOException {
    boolean differ = differ();
    out.writeBoolean(differ);
    if (differ) {
      out.writeInt(table.size());
      for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
        out.writeLong(differences.get(slot, 0));
      }
    }
  }

  /**
   * Reads the keys of candidates that are going to be restored, if there are none yet.
   *
   * @return how many must be restored, or {@link #ANY} if all keys are scores
   */
  int restore(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return ANY;
    }
    int count = CandidateFormat.size(in.readInt(), Integer.MAX_VALUE, "number of keys");
    for (int slot = 0; slot < count; slot++) {
      differences.set(slot, 0, in.readLong());
    }
    return count;
  }

  private boolean differ() {
    int slot = table.nextSlot(0);
    while (slot >= 0 && differences.get(slot, 0) == 0) {
      slot = table.nextSlot(slot + 1);
    }
    return slot >= 0;
  }

  private long scoreBits(int slot) {
    return Double.doubleToRawLongBits(table.score(slot));
  }
}
