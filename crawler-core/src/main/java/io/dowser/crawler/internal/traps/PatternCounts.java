package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Set;

/** Counts by 64-bit key, in primitive arrays; beyond some millions no new keys. Not thread-safe. */
final class PatternCounts {

  private static final int MAX_KEYS = 4_000_000;
  private static final int FIRST_SIZE = 1 << 10;

  private long[] keys = new long[FIRST_SIZE]; // 0 is a free place
  private int[] counts = new int[FIRST_SIZE];
  private int size;
  private final Changes<Long> changes = new Changes<>();

  int get(long key) {
    return counts[slot(nonZero(key))];
  }

  int size() {
    return size;
  }

  void increment(long key) {
    add(nonZero(key), 1);
  }

  /** Subtracts from a count of 1 or more. */
  void decrement(long key) {
    add(nonZero(key), -1);
  }

  private void add(long key, int count) {
    put(key, get(key) + count);
    changes.add(key);
  }

  private void put(long key, int count) {
    int slot = slot(key);
    if (keys[slot] == 0) {
      if (size == MAX_KEYS) {
        return;
      }
      if (2 * size >= keys.length) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
      size++;
    }
    counts[slot] = count;
  }

  private static long nonZero(long key) {
    return key == 0 ? 1 : key;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) (key ^ (key >>> 32)) & mask;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    keys = new long[2 * oldKeys.length];
    counts = new int[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        counts[slot] = oldCounts[i];
      }
    }
  }

  void clear() {
    keys = new long[FIRST_SIZE];
    counts = new int[FIRST_SIZE];
    size = 0;
  }

  void save(StateWriter out) throws IOException {
    changes.take();
    out.writeInt(size);
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        out.writeLong(keys[i]);
        out.writeInt(counts[i]);
      }
    }
  }

  /** Writes the counts that have changed since the last save, to be read by {@link #restore}. */
  void saveChanges(StateWriter out) throws IOException {
    Set<Long> changed = changes.take();
    out.writeInt(changed.size());
    for (long key : changed) {
      out.writeLong(key);
      out.writeInt(get(key));
    }
  }

  /**
   * Adds saved counts, which replace those of their keys. Grows with what is really there, whatever
   * the number in front says.
   */
  void restore(StateReader in) throws IOException {
    int count = in.readInt(0, MAX_KEYS, "number of patterns");
    for (int i = 0; i < count; i++) {
      long key = in.readLong();
      int times = in.readCount("count of a pattern");
      put(nonZero(key), times);
    }
  }
}
