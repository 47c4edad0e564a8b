package io.dowser.crawler.wanglandau;

import java.util.Arrays;

/** One int for each slot of a table, 0 where none was set. */
final class SlotColumn {

  private int[] values = new int[64];

  int get(int slot) {
    return slot < values.length ? values[slot] : 0;
  }

  void set(int slot, int value) {
    if (slot >= values.length) {
      values = Arrays.copyOf(values, slot + 1 + (slot >> 2));
    }
    values[slot] = value;
  }
}
