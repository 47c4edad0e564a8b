package io.dowser.crawler.text;

import java.util.List;

/**
 * Cosines of one vector with each of several fixed ones, such as the centroids of clusters.
 *
 * <p>The fixed vectors are scaled to norm 1 and written out side by side, all values of one id
 * together. So one pass over a sparse vector serves them all, in steps of as many neighbouring
 * numbers as there are vectors. Takes 8 bytes for each id and vector.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class CosineTable {

  private final int vectors;
  private final int ids;
  private final double[] values; // of all vectors for id 0, then for id 1, and so on

  private CosineTable(int vectors, int ids) {
    this.vectors = vectors;
    this.ids = ids;
    this.values = new double[Math.multiplyExact(vectors, ids)];
  }

  /**
   * Takes the fixed vectors.
   *
   * @param vectors at least one, all over the same vocabulary; they need not have norm 1
   * @return the table
   * @throws IllegalArgumentException if there is no vector
   * @throws ArithmeticException if the largest id times the number of vectors exceeds an int
   */
  public static CosineTable of(List<SparseVector> vectors) {
    if (vectors.isEmpty()) {
      throw new IllegalArgumentException("a cosine table needs at least one vector");
    }
    int ids = 0;
    for (SparseVector vector : vectors) {
      ids = Math.max(ids, vector.size() == 0 ? 0 : vector.id(vector.size() - 1) + 1);
    }
    var table = new CosineTable(vectors.size(), ids);
    for (int number = 0; number < vectors.size(); number++) {
      table.put(number, vectors.get(number).unit());
    }
    return table;
  }

  private void put(int number, SparseVector unit) {
    for (int i = 0; i < unit.size(); i++) {
      values[unit.id(i) * vectors + number] = unit.value(i);
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
    if (vector.size() == 0) {
      return sums;
    }
    for (int i = 0; i < vector.size() && vector.id(i) < ids; i++) {
      addRow(sums, vector.id(i) * vectors, vector.value(i) / vector.norm());
    }
    for (int number = 0; number < vectors; number++) {
      sums[number] = Math.max(0, Math.min(1, sums[number]));
    }
    return sums;
  }

  private void addRow(double[] sums, int row, double value) {
    for (int number = 0; number < sums.length; number++) {
      sums[number] += value * values[row + number];
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
    return "CosineTable[" + vectors + " vectors, " + ids + " ids]";
  }
}
