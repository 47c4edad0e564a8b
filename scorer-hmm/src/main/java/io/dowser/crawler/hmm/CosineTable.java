package io.dowser.crawler.hmm;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.SparseVector;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.Arrays;
import java.util.List;

/**
 * Cosines of one vector with each of several fixed ones, such as the centroids of clusters.
 *
 * <p>The fixed vectors are scaled to norm 1. For each id, those that have it are listed with their
 * values, so one pass over a sparse vector serves them all, and what none of them has costs
 * nothing. Takes 12 bytes for each value of the fixed vectors and 4 for each id.
 *
 * <p>Immutable and thread-safe.
 */
public final class CosineTable {

  private final int vectors;
  private final int[] starts; // of each id, in the two arrays below; at the end their length
  private final int[] columns; // which vector
  private final double[] values;

  private CosineTable(int vectors, int[] starts) {
    this.vectors = vectors;
    this.starts = starts;
    this.columns = new int[starts[starts.length - 1]];
    this.values = new double[columns.length];
  }

  /**
   * Takes the fixed vectors.
   *
   * @param vectors at least one, all over the same vocabulary; they need not have norm 1
   * @return the table
   * @throws IllegalArgumentException if there is no vector
   * @throws ArithmeticException if they have more values together than an int holds
   */
  public static CosineTable of(List<SparseVector> vectors) {
    if (vectors.isEmpty()) {
      throw new IllegalArgumentException("a cosine table needs at least one vector");
    }
    var table = new CosineTable(vectors.size(), starts(vectors));
    int[] next = Arrays.copyOf(table.starts, table.ids());
    for (int number = 0; number < vectors.size(); number++) {
      table.put(number, vectors.get(number).unit(), next);
    }
    return table;
  }

  private static int[] starts(List<SparseVector> vectors) {
    int ids = 0;
    for (SparseVector vector : vectors) {
      ids = Math.max(ids, vector.size() == 0 ? 0 : vector.id(vector.size() - 1) + 1);
    }
    var starts = new int[ids + 1];
    for (SparseVector vector : vectors) {
      for (int i = 0; i < vector.size(); i++) {
        starts[vector.id(i) + 1]++;
      }
    }
    for (int id = 0; id < ids; id++) {
      starts[id + 1] = Math.addExact(starts[id], starts[id + 1]);
    }
    return starts;
  }

  private void put(int number, SparseVector unit, int[] next) {
    for (int i = 0; i < unit.size(); i++) {
      int at = next[unit.id(i)]++;
      columns[at] = number;
      values[at] = unit.value(i);
    }
  }

  private int ids() {
    return starts.length - 1;
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
   * Returns the cosines with all fixed vectors.
   *
   * @param vector any vector over the same vocabulary
   * @return 0 to 1 for each fixed vector, in their order; 0 where one of both is zero
   */
  public double[] cosines(SparseVector vector) {
    var ids = new int[vector.size()];
    var weights = new double[vector.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = vector.id(i);
      weights[i] = vector.value(i) / vector.norm();
    }
    return cosines(ids, weights, ids.length, 1);
  }

  /**
   * Returns the cosines of a text with all fixed vectors: those of {@link
   * VectorSpace#vector(TermCounts)} to within rounding, without the vector being made.
   *
   * @param text the counts of its terms
   * @param space the space in which the fixed vectors are
   * @return 0 to 1 for each fixed vector, in their order; 0 where one of both is zero
   */
  public double[] cosines(TermCounts text, VectorSpace space) {
    int[] ids = space.vocabulary().ids(text);
    var weights = new double[ids.length];
    int size = 0;
    double squares = 0;
    for (int i = 0; i < ids.length; i++) {
      int id = ids[i];
      if (id != Vocabulary.ABSENT) {
        double weight = space.weight(text, i, id);
        squares += weight * weight;
        ids[size] = id;
        weights[size++] = weight;
      }
    }
    return cosines(ids, weights, size, squares > 0 ? Math.sqrt(squares) : 1);
  }

  private double[] cosines(int[] ids, double[] weights, int size, double norm) {
    var sums = new double[vectors];
    for (int i = 0; i < size; i++) {
      if (ids[i] < ids()) {
        add(sums, starts[ids[i]], starts[ids[i] + 1], weights[i]);
      }
    }
    for (int number = 0; number < sums.length; number++) {
      sums[number] = Math.max(0, Math.min(1, sums[number] / norm));
    }
    return sums;
  }

  private void add(double[] sums, int from, int to, double weight) {
    int[] where = columns;
    double[] what = values;
    for (int at = from; at < to; at++) {
      sums[where[at]] += weight * what[at];
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
    return "CosineTable[" + vectors + " vectors, " + ids() + " ids]";
  }
}
