package io.dowser.crawler.hmm;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * A vector of which only the entries that are not zero are kept, by rising id.
 *
 * <p>Ids are those of a vocabulary; vectors of different vocabularies must not be mixed. Immutable
 * and thread-safe.
 */
final class SparseVector {

  static final SparseVector ZERO = new SparseVector(new int[0], new double[0]);

  private final int[] ids;
  private final double[] values;
  private final double norm;

  private SparseVector(int[] ids, double[] values) {
    this.ids = ids;
    this.values = values;
    this.norm = norm(values);
  }

  /**
   * Creates a vector of entries in any order.
   *
   * @param ids 0 or more each, none twice
   * @param values the value of each id, finite; those that are 0 are left out
   */
  static SparseVector of(int[] ids, double[] values) {
    if (ids.length != values.length) {
      throw new IllegalArgumentException(
          "ids and values must be equally many, but were " + ids.length + " and " + values.length);
    }
    var entries = new TreeMap<Integer, Double>();
    for (int i = 0; i < ids.length; i++) {
      checkEntry(ids[i], values[i]);
      if (values[i] != 0 && entries.put(ids[i], values[i]) != null) {
        throw new IllegalArgumentException("an id must not come twice, but " + ids[i] + " does");
      }
    }
    return of(entries);
  }

  /** Creates a vector of the entries of an array that are not 0. */
  static SparseVector of(double[] dense) {
    var entries = new TreeMap<Integer, Double>();
    for (int id = 0; id < dense.length; id++) {
      checkEntry(id, dense[id]);
      if (dense[id] != 0) {
        entries.put(id, dense[id]);
      }
    }
    return of(entries);
  }

  private static SparseVector of(Map<Integer, Double> entries) {
    return entries.isEmpty()
        ? ZERO
        : new SparseVector(
            entries.keySet().stream().mapToInt(Integer::intValue).toArray(),
            entries.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static void checkEntry(int id, double value) {
    if (id < 0) {
      throw new IllegalArgumentException("an id must be 0 or more, but was " + id);
    }
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "the value of id " + id + " must be finite, but was " + value);
    }
  }

  /** Divided by the largest value first, so that squares neither overflow nor vanish. */
  private static double norm(double[] values) {
    double largest = DoubleStream.of(values).map(Math::abs).max().orElse(0);
    double sum = 0;
    for (double value : values) {
      sum += (value / largest) * (value / largest);
    }
    return largest * Math.sqrt(sum);
  }

  int size() {
    return ids.length;
  }

  int id(int index) {
    return ids[index];
  }

  double value(int index) {
    return values[index];
  }

  /** Returns the value of an id, 0 if it has none. */
  double get(int id) {
    int index = Arrays.binarySearch(ids, id);
    return index < 0 ? 0 : values[index];
  }

  /** Returns the Euclidean norm, 0 for the zero vector alone. */
  double norm() {
    return norm;
  }

  /**
   * Returns the cosine of the angle to another vector, 0 to 1; 0 if one of them is zero, or if the
   * angle is more than a right one, which vectors without negative values never have.
   */
  double cosine(SparseVector other) {
    if (ids.length == 0 || other.ids.length == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < ids.length; i++) {
      // each value over its own norm: the product of both norms could overflow or vanish
      sum += (values[i] / norm) * (other.get(ids[i]) / other.norm);
    }
    return Math.max(0, Math.min(1, sum));
  }

  /**
   * Returns the vector of the same direction with norm 1, or the zero vector if this is the zero
   * vector.
   */
  SparseVector unit() {
    return of(ids, DoubleStream.of(values).map(value -> value / norm).toArray());
  }

  /** Adds this vector times a factor to a dense vector. */
  void addTo(double[] dense, double factor) {
    for (int i = 0; i < ids.length; i++) {
      dense[ids[i]] += factor * values[i];
    }
  }
}
