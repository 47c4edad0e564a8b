package io.dowser.crawler.hmm;

import java.util.Arrays;
import java.util.List;

/**
 * The cosines of a vector with each of several fixed ones, the centroids of clusters.
 *
 * <p>The fixed vectors are scaled to norm 1. For each id the table lists the vectors that have it,
 * with their values. One pass over a sparse vector then serves all of them.
 *
 * <p>Immutable and thread-safe.
 */
final class CosineTable {

  private final int vectors;
  private final int[] starts; // of each id, in the two arrays below; at the end their length
  private final int[] columns; // which vector
  private final double[] values;

  /** Creates a table of vectors over the same vocabulary. */
  CosineTable(List<SparseVector> vectors, int terms) {
    this.vectors = vectors.size();
    this.starts = starts(vectors, terms);
    this.columns = new int[starts[terms]];
    this.values = new double[columns.length];
    int[] next = Arrays.copyOf(starts, terms);
    for (int number = 0; number < this.vectors; number++) {
      SparseVector unit = vectors.get(number).unit();
      for (int i = 0; i < unit.size(); i++) {
        int at = next[unit.id(i)]++;
        columns[at] = number;
        values[at] = unit.value(i);
      }
    }
  }

  private static int[] starts(List<SparseVector> vectors, int terms) {
    var starts = new int[terms + 1];
    for (SparseVector vector : vectors) {
      for (int i = 0; i < vector.size(); i++) {
        starts[vector.id(i) + 1]++;
      }
    }
    for (int id = 0; id < terms; id++) {
      starts[id + 1] = Math.addExact(starts[id], starts[id + 1]);
    }
    return starts;
  }

  /** Adds the products of one entry of a vector with all fixed vectors to their sums. */
  void addTo(double[] sums, int id, double weight) {
    for (int at = starts[id]; at < starts[id + 1]; at++) {
      sums[columns[at]] += weight * values[at];
    }
  }

  /** Returns the cosines with all fixed vectors, 0 to 1; 0 where one of both is zero. */
  double[] cosines(SparseVector vector) {
    var sums = new double[vectors];
    for (int i = 0; i < vector.size(); i++) {
      addTo(sums, vector.id(i), vector.value(i) / vector.norm());
    }
    return Arrays.stream(sums).map(CosineTable::bounded).toArray();
  }

  /** Clamps a cosine to remove rounding errors. */
  static double bounded(double cosine) {
    return Math.max(0, Math.min(1, cosine));
  }
}
