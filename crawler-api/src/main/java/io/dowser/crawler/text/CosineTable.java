package io.dowser.crawler.text;

import java.util.List;

/**
 * Cosines of one vector with each of several fixed ones, such as the centroids of clusters.
 *
 * <p>The fixed vectors are scaled to norm 1 and laid side by side, all values of one id together. So
 * one pass over a sparse vector serves them all. An id that few of the fixed vectors have is kept as
 * a list of these, any other one as a row of numbers. Takes 8 bytes for each id and vector at most.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class CosineTable {

  /** A row is written out if more than a fourth of its values are not 0: that is then faster. */
  private static final int DENSE_SHARE = 4;

  private final int vectors;
  private final int[] starts; // of each id: in columns and values, or below 0 the row -start-1
  private final int[] columns;
  private final double[] values; // of the columns
  private final double[] rows; // one after the other, of all vectors each

  private CosineTable(int vectors, int[] starts, int[] columns, double[] values, double[] rows) {
    this.vectors = vectors;
    this.starts = starts;
    this.columns = columns;
    this.values = values;
    this.rows = rows;
  }

  /**
   * Takes the fixed vectors.
   *
   * @param vectors at least one, all over the same vocabulary; they need not have norm 1
   * @return the table
   * @throws IllegalArgumentException if there is no vector
   * @throws ArithmeticException if the numbers to keep are more than an array holds
   */
  public static CosineTable of(List<SparseVector> vectors) {
    if (vectors.isEmpty()) {
      throw new IllegalArgumentException("a cosine table needs at least one vector");
    }
    int[] counts = counts(vectors);
    int least = vectors.size() / DENSE_SHARE;
    int listed = 0;
    int dense = 0;
    var starts = new int[counts.length];
    for (int id = 0; id < counts.length; id++) {
      starts[id] = listed;
      if (counts[id] > least) {
        starts[id] = -dense - 1;
        dense = Math.addExact(dense, vectors.size());
      } else {
        listed = Math.addExact(listed, counts[id] + 1); // with the number of columns in front
      }
    }
    var table =
        new CosineTable(
            vectors.size(), starts, new int[listed], new double[listed], new double[dense]);
    for (int number = 0; number < vectors.size(); number++) {
      table.put(number, vectors.get(number).unit());
    }
    return table;
  }

  /** In how many of the vectors each id occurs. */
  private static int[] counts(List<SparseVector> vectors) {
    int ids = 0;
    for (SparseVector vector : vectors) {
      ids = Math.max(ids, vector.size() == 0 ? 0 : vector.id(vector.size() - 1) + 1);
    }
    var counts = new int[ids];
    for (SparseVector vector : vectors) {
      for (int i = 0; i < vector.size(); i++) {
        counts[vector.id(i)]++;
      }
    }
    return counts;
  }

  private void put(int number, SparseVector unit) {
    for (int i = 0; i < unit.size(); i++) {
      int start = starts[unit.id(i)];
      if (start < 0) {
        rows[-start - 1 + number] = unit.value(i);
      } else {
        int at = start + ++columns[start];
        columns[at] = number;
        values[at] = unit.value(i);
      }
    }
  }

  /**
   * Counts the fixed vectors.
   *
   * @return 1 or more
   */
  public int size() {
    return vectors;
  }

  /**
   * Gives the cosines with all fixed vectors.
   *
   * @param vector any vector over the same vocabulary
   * @return 0 to 1 for each fixed vector, in their order; 0 where one of both is zero
   */
  public double[] cosines(SparseVector vector) {
    var sums = new double[vectors];
    int ids = starts.length;
    for (int i = 0; i < vector.size() && vector.id(i) < ids; i++) {
      add(sums, vector.id(i), vector.value(i) / vector.norm());
    }
    return divided(sums, 1);
  }

  /**
   * Gives the cosines of a text with all fixed vectors: those of {@link
   * VectorSpace#vector(TermCounts)} to within rounding, without the vector being made.
   *
   * @param text the counts of its terms
   * @param space the space in which the fixed vectors are
   * @return 0 to 1 for each fixed vector, in their order; 0 where one of both is zero
   */
  public double[] cosines(TermCounts text, VectorSpace space) {
    var sums = new double[vectors];
    int[] ids = space.vocabulary().ids(text);
    double squares = 0;
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != Vocabulary.ABSENT) {
        double weight = space.weight(text, i, ids[i]);
        squares += weight * weight;
        if (ids[i] < starts.length) {
          add(sums, ids[i], weight);
        }
      }
    }
    return squares > 0 ? divided(sums, Math.sqrt(squares)) : sums;
  }

  private static double[] divided(double[] sums, double norm) {
    for (int number = 0; number < sums.length; number++) {
      sums[number] = Math.max(0, Math.min(1, sums[number] / norm));
    }
    return sums;
  }

  private void add(double[] sums, int id, double value) {
    int start = starts[id];
    if (start < 0) {
      addRow(sums, rows, -start - 1, value);
    } else {
      addList(sums, start, value);
    }
  }

  private static void addRow(double[] sums, double[] rows, int row, double value) {
    for (int number = 0; number < sums.length; number++) {
      sums[number] += value * rows[row + number];
    }
  }

  private void addList(double[] sums, int start, double value) {
    int end = start + columns[start];
    for (int at = start + 1; at <= end; at++) {
      sums[columns[at]] += value * values[at];
    }
  }

  /**
   * Finds the fixed vector with the largest cosine.
   *
   * @param vector any vector over the same vocabulary
   * @return its number; among equals the lowest, so 0 for the zero vector
   */
  public int nearest(SparseVector vector) {
    double[] cosines = cosines(vector);
    int nearest = 0;
    for (int number = 1; number < vectors; number++) {
      nearest = cosines[number] > cosines[nearest] ? number : nearest;
    }
    return nearest;
  }

  @Override
  public String toString() {
    return "CosineTable[" + vectors + " vectors, " + starts.length + " ids]";
  }
}
