package io.dowser.crawler.toolkit.text;

import java.util.Arrays;
import java.util.Objects;

/**
 * A vector of which only the entries that are not zero are kept, by rising id.
 *
 * <p>Ids are those of a {@link Vocabulary}; vectors of different vocabularies must not be mixed.
 * The norm is computed once, with the vector.
 *
 * <p>Immutable and thread-safe.
 */
public final class SparseVector {

  /** The zero vector. */
  public static final SparseVector ZERO = new SparseVector(new int[0], new double[0]);

  private final int[] ids;
  private final double[] values;
  private final double norm;

  private SparseVector(int[] ids, double[] values) {
    this.ids = ids;
    this.values = values;
    this.norm = norm(values);
  }

  /**
   * Takes entries in any order.
   *
   * @param ids 0 or more each, none twice; copied
   * @param values the value of each id, finite; those that are 0 are left out; copied
   * @return the vector
   * @throws IllegalArgumentException if the arrays differ in length, an id is negative or comes
   *     twice, or a value is not finite
   */
  public static SparseVector of(int[] ids, double[] values) {
    if (ids.length != values.length) {
      throw new IllegalArgumentException(
          "ids and values must be equally many, but were " + ids.length + " and " + values.length);
    }
    long[] order = new long[ids.length];
    int size = 0;
    for (int i = 0; i < ids.length; i++) {
      checkEntry(ids[i], values[i]);
      if (values[i] != 0) {
        order[size++] = (long) ids[i] << 32 | i;
      }
    }
    Arrays.sort(order, 0, size);
    return inOrder(order, size, values);
  }

  /**
   * Takes the entries of an array that are not 0.
   *
   * @param dense the value of each id, finite
   * @return the vector
   * @throws IllegalArgumentException if a value is not finite
   */
  public static SparseVector of(double[] dense) {
    var ids = new int[dense.length];
    Arrays.setAll(ids, id -> id);
    return of(ids, dense);
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

  private static SparseVector inOrder(long[] order, int size, double[] values) {
    var ids = new int[size];
    var sorted = new double[size];
    for (int i = 0; i < size; i++) {
      ids[i] = (int) (order[i] >>> 32);
      sorted[i] = values[(int) order[i]];
      if (i > 0 && ids[i] == ids[i - 1]) {
        throw new IllegalArgumentException("an id must not come twice, but " + ids[i] + " does");
      }
    }
    return size == 0 ? ZERO : new SparseVector(ids, sorted);
  }

  /** Divided by the largest value first, so that squares neither overflow nor vanish. */
  private static double norm(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    double sum = 0;
    for (double value : values) {
      sum += (value / largest) * (value / largest);
    }
    return largest * Math.sqrt(sum);
  }

  /** {@return the number of entries that are not 0, 0 for the zero vector} */
  public int size() {
    return ids.length;
  }

  /**
   * {@return the id of an entry; ids rise with the index}
   *
   * @param index 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public int id(int index) {
    return ids[index];
  }

  /**
   * {@return the value of an entry, not 0}
   *
   * @param index 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public double value(int index) {
    return values[index];
  }

  /**
   * Finds the value of an id.
   *
   * @param id any id
   * @return its value, 0 if it has none
   */
  public double get(int id) {
    int index = Arrays.binarySearch(ids, id);
    return index < 0 ? 0 : values[index];
  }

  /** {@return the Euclidean norm, 0 for the zero vector, above 0 for all others} */
  public double norm() {
    return norm;
  }

  /**
   * Multiplies with another vector.
   *
   * @param other a vector over the same vocabulary
   * @return the sum of the products of equal ids, 0 if they have none in common
   */
  public double dot(SparseVector other) {
    return dot(other, 1, 1);
  }

  /**
   * Multiplies with a vector that is written out.
   *
   * @param dense the value of each id; longer than the largest id of this vector
   * @return the sum of the products
   * @throws IndexOutOfBoundsException if the array is too short
   */
  public double dot(double[] dense) {
    double sum = 0;
    for (int i = 0; i < ids.length; i++) {
      sum += values[i] * dense[ids[i]];
    }
    return sum;
  }

  /**
   * Returns the cosine of the angle to another vector.
   *
   * @param other a vector over the same vocabulary
   * @return 0 to 1; 0 if one of the vectors is zero, or if the angle is more than a right one,
   *     which vectors without negative values never have
   */
  public double cosine(SparseVector other) {
    if (ids.length == 0 || other.ids.length == 0) {
      return 0;
    }
    // each value over its own norm: the product of both norms could overflow or vanish
    return Math.max(0, Math.min(1, dot(other, norm, other.norm)));
  }

  private double dot(SparseVector other, double divisor, double otherDivisor) {
    if (ids.length > other.ids.length) {
      return other.dot(this, otherDivisor, divisor);
    }
    double sum = 0;
    int there = 0;
    for (int here = 0; here < ids.length; here++) {
      there = other.indexFrom(there, ids[here]);
      if (there == other.ids.length) {
        break;
      }
      if (other.ids[there] == ids[here]) {
        sum += (values[here] / divisor) * (other.values[there] / otherDivisor);
      }
    }
    return sum;
  }

  /** The first index not below {@code from} with an id not below {@code id}, in growing steps. */
  private int indexFrom(int from, int id) {
    int step = 1;
    int low = from;
    int high = from;
    while (high < ids.length && ids[high] < id) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    int index = Arrays.binarySearch(ids, low, Math.min(high, ids.length), id);
    return index < 0 ? -index - 1 : index;
  }

  /**
   * Scales to norm 1.
   *
   * @return a vector of the same direction, or the zero vector if this is it
   */
  public SparseVector unit() {
    return of(ids, over(norm));
  }

  private double[] over(double divisor) {
    var quotients = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      quotients[i] = values[i] / divisor;
    }
    return quotients;
  }

  /**
   * Adds this vector to one that is written out, for example to find the mean of many.
   *
   * @param dense the value of each id, changed by this; longer than the largest id of this vector
   * @param factor by what to multiply this vector first
   * @throws IndexOutOfBoundsException if the array is too short
   */
  public void addTo(double[] dense, double factor) {
    for (int i = 0; i < ids.length; i++) {
      dense[ids[i]] += factor * values[i];
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseVector that
        && Arrays.equals(ids, that.ids)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(ids), Arrays.hashCode(values));
  }

  @Override
  public String toString() {
    var text = new StringBuilder("SparseVector{");
    for (int i = 0; i < ids.length; i++) {
      text.append(i == 0 ? "" : ", ").append(ids[i]).append('=').append(values[i]);
    }
    return text.append('}').toString();
  }
}
