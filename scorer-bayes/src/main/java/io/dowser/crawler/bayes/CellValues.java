package io.dowser.crawler.bayes;

import java.util.stream.IntStream;

/** The distinct relative frequencies of terms, cell by cell; see {@link PageStatistics}. */
final class CellValues {

  private final int[] offsets; // one more than there are cells
  private final int[] counts;
  private final int[] largests;
  private final int[] times;
  private final int[] present;

  private CellValues(Builder builder) {
    this.offsets = builder.offsets.build().toArray();
    this.counts = builder.counts.build().toArray();
    this.largests = builder.largests.build().toArray();
    this.times = builder.times.build().toArray();
    this.present = new int[offsets.length - 1];
    for (int cell = 0; cell < present.length; cell++) {
      for (int i = offsets[cell]; i < offsets[cell + 1]; i++) {
        present[cell] += times[i];
      }
    }
  }

  int cells() {
    return present.length;
  }

  /** Returns the number of values of all cells together. */
  int size() {
    return counts.length;
  }

  /** Returns the index of the first value of a cell. */
  int from(int cell) {
    return offsets[cell];
  }

  /** Returns the index behind the last value of a cell. */
  int to(int cell) {
    return offsets[cell + 1];
  }

  /** Returns the numerator of a value, tf. */
  int count(int i) {
    return counts[i];
  }

  /** Returns the denominator of a value, maxtf. */
  int largest(int i) {
    return largests[i];
  }

  /** Returns the number of documents that have a value. */
  int times(int i) {
    return times[i];
  }

  /** Returns the number of documents of a cell's class that have its term, m_jc. */
  int present(int cell) {
    return present[cell];
  }

  /** Collects the values of one cell after the other. */
  static final class Builder {

    private final IntStream.Builder offsets = IntStream.builder().add(0);
    private final IntStream.Builder counts = IntStream.builder();
    private final IntStream.Builder largests = IntStream.builder();
    private final IntStream.Builder times = IntStream.builder();
    private int size;

    /** Adds a value to the cell that is not ended yet; larger than the one before. */
    void add(int count, int largest, int documents) {
      counts.add(count);
      largests.add(largest);
      times.add(documents);
      size++;
    }

    void endCell() {
      offsets.add(size);
    }

    CellValues build() {
      return new CellValues(this);
    }
  }
}
