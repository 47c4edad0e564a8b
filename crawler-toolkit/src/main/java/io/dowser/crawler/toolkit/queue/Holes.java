package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;

/**
 * Where records were removed: for each size a list of holes, of which the one made last is filled
 * first, while it is still in the cache.
 *
 * <p>The lists run through the holes themselves, both ways, so that they take no memory and a hole
 * can leave its list when its chunk is given up.
 */
final class Holes {

  /** Bytes of a record that a hole needs behind slot and length. */
  static final int LINKS = 8;

  private static final int NONE = 0;
  private static final int NEXT = 0;
  private static final int PREVIOUS = 4;

  private final ByteRecords records;
  private int[] first = new int[32]; // by size in units

  Holes(ByteRecords records) {
    this.records = records;
  }

  /** Adds a hole of some units. */
  void add(int address, int units) {
    if (units >= first.length) {
      first = Arrays.copyOf(first, units + (units >> 1));
    }
    int next = first[units];
    first[units] = address;
    records.writeInt(address, NEXT, next);
    records.writeInt(address, PREVIOUS, NONE);
    if (next != NONE) {
      records.writeInt(next, PREVIOUS, address);
    }
  }

  /**
   * Takes out the latest hole of just this many units and gives its address, 0 if there is none.
   */
  int take(int units) {
    int address = units < first.length ? first[units] : NONE;
    if (address != NONE) {
      remove(address, units);
    }
    return address;
  }

  /** Takes out a hole of some units. */
  void remove(int address, int units) {
    int next = records.readInt(address, NEXT);
    int previous = records.readInt(address, PREVIOUS);
    if (next != NONE) {
      records.writeInt(next, PREVIOUS, previous);
    }
    if (previous == NONE) {
      first[units] = next;
    } else {
      records.writeInt(previous, NEXT, next);
    }
  }
}
