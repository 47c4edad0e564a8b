package io.dowser.crawler.bayes;

import java.util.Arrays;

/** The distinct relative frequencies of terms, cell by cell; see {@link PageStatistics}. */
final class CellValues {

  private final int[] offsets; // one more than there are cells
  private final int[] counts;
  private final int[] largests;
  private final int[] times;
  private final int[] present;

  private CellValues(Builder builder) {
    this.offsets = Arrays.copyOf(builder.offsets, builder.cells + 1);
    this.counts = Arrays.copyOf(builder.counts, builder.size);
    this.largests = Arrays.copyOf(builder.largests, builder.size);
    this.times = Arrays.copyOf(builder.times, builder.size);
    this.present = new int[builder.cells];
    for (int cell = 0; cell < present.length; cell++) {
      for (int i = offsets[cell]; i < offsets[cell + 1]; i++) {
        present[cell] += times[i];
      }
    }
  }

  /** How many cells there are. */
  int cells() {
    return present.length;
  }

  /** How many values all cells have together. */
  int size() {
    return counts.length;
  }

  /** The index of the first value of a cell. */
  int from(int cell) {
    return offsets[cell];
  }

  /** The index behind the last value of a cell. */
  int to(int cell) {
    return offsets[cell + 1];
  }

  /** The numerator of a value, tf. */
  int count(int i) {
    return counts[i];
  }

  /** The denominator of a value, maxtf. */
  int largest(int i) {
    return largests[i];
  }

  /** How many documents have a value. */
  int times(int i) {
    return times[i];
  }

  /** How many documents of a cell's class have its term, m_jc. */
  int present(int cell) {
    return present[cell];
  }

  /** Takes the values of one cell after the other. */
  static final class Builder {

    private int[] offsets = new int[256];
    private int[] counts = new int[256];
    private int[] largests = new int[256];
    private int[] times = new int[256];
    private int cells;
    private int size;

    /** Adds a value to the cell that is not ended yet; larger than the one before. */
    void add(int count, int largest, int documents) {
      if (size == counts.length) {
        counts = Arrays.copyOf(counts, 2 * size);
        largests = Arrays.copyOf(largests, 2 * size);
        times = Arrays.copyOf(times, 2 * size);
      }
      counts[size] = count;
      largests[size] = largest;
      times[size++] = documents;
    }

    void endCell() {
      cells++;
      if (cells == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * cells);
      }
      offsets[cells] = size;
    }

    CellValues build() {
      return new CellValues(this);
    }
  }
}
