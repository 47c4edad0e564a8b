package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.function.IntPredicate;

/**
 * Lanes and keys of saved candidates. Most queues have one lane and the score as key: then neither
 * takes memory.
 */
final class SavedPlaces {

  private static final int NOT_WRITTEN = -1;

  private final IntColumn lanes = new IntColumn();
  private final LongRows keys = new LongRows(1);
  private final int laneCount;
  private final int keyCount;

  /** Reads what was written, without any candidate. */
  SavedPlaces(StateReader in) throws IOException {
    laneCount = count(in);
    for (int slot = 0; slot < laneCount; slot++) {
      lanes.set(slot, in.readCount("lane"));
    }
    keyCount = count(in);
    for (int slot = 0; slot < keyCount; slot++) {
      keys.setDouble(slot, 0, key(in.readDouble()));
    }
  }

  /** Writes lanes and keys in the order of the slots in use. */
  static void save(LaneQueue queue, StateWriter out) throws IOException {
    if (writeCount(queue, slot -> queue.lane(slot) != 0, out)) {
      for (int slot = queue.table.nextSlot(0); slot >= 0; slot = queue.table.nextSlot(slot + 1)) {
        out.writeInt(queue.lane(slot));
      }
    }
    if (writeCount(queue, slot -> isBesideScore(queue, slot), out)) {
      for (int slot = queue.table.nextSlot(0); slot >= 0; slot = queue.table.nextSlot(slot + 1)) {
        out.writeDouble(queue.key(slot));
      }
    }
  }

  int lane(int slot) {
    return lanes.get(slot);
  }

  double key(int slot, double score) {
    return keyCount == NOT_WRITTEN ? score : keys.getDouble(slot, 0);
  }

  /** Checks that there were as many lanes and keys as there are candidates. */
  void requireCount(int candidates) throws IOException {
    requireCount("lanes", laneCount, candidates);
    requireCount("keys", keyCount, candidates);
  }

  private static void requireCount(String what, int count, int candidates) throws IOException {
    StateReader.require(
        count == NOT_WRITTEN || count == candidates,
        "number of " + what + " must be " + candidates + ", but was " + count);
  }

  private static boolean isBesideScore(LaneQueue queue, int slot) {
    return Double.doubleToRawLongBits(queue.key(slot))
        != Double.doubleToRawLongBits(queue.table.score(slot));
  }

  private static boolean writeCount(LaneQueue queue, IntPredicate needed, StateWriter out)
      throws IOException {
    boolean written = queue.slots().anyMatch(needed);
    out.writeInt(written ? queue.size() : NOT_WRITTEN);
    return written;
  }

  private static int count(StateReader in) throws IOException {
    return in.readInt(NOT_WRITTEN, Integer.MAX_VALUE, "number of lanes or keys");
  }

  private static double key(double key) throws IOException {
    StateReader.require(!Double.isNaN(key), "key of a candidate must be a number");
    return key;
  }
}
