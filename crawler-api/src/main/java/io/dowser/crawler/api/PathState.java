package io.dowser.crawler.api;

import java.util.Arrays;

/**
 * Numbers that a scorer attaches to a page and receives with every page that was reached from it.
 *
 * <p>It is kept once per page, however many links the page has, and survives a restart together
 * with the crawl. Examples: the forward vector of a hidden Markov model, the relevance that
 * Shark-search hands down.
 *
 * <pre>{@code
 * public PathState pathState() { // of a PageScoring: links inherit half of the relevance
 *   double inherited = page.arrival().pathState().isEmpty() ? 0 : page.arrival().pathState().get(0);
 *   return PathState.of(Math.max(page.relevance(), inherited / 2));
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class PathState {

  /** The path state of a seed, and of a page whose scorer passes down nothing. */
  public static final PathState NONE = new PathState(new double[0]);

  /** The most numbers that one page may pass down. */
  public static final int MAX_SIZE = 256;

  private final double[] values;

  private PathState(double[] values) {
    this.values = values;
  }

  /**
   * {@return a path state of numbers to pass down}
   *
   * @param values at most {@value #MAX_SIZE} finite numbers; copied
   * @throws IllegalArgumentException if there are too many or one is not finite
   */
  public static PathState of(double... values) {
    if (values.length > MAX_SIZE) {
      throw new IllegalArgumentException(
          "values must be at most " + MAX_SIZE + " numbers, but were " + values.length);
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "values[" + i + "] must be finite, but was " + values[i]);
      }
    }
    return values.length == 0 ? NONE : new PathState(values.clone());
  }

  /** {@return the size, 0 for {@link #NONE}} */
  public int size() {
    return values.length;
  }

  /** {@return whether it is empty} */
  public boolean isEmpty() {
    return values.length == 0;
  }

  /**
   * {@return the number}
   *
   * @param index 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such number
   */
  public double get(int index) {
    return values[index];
  }

  /** {@return a copy of the numbers} */
  public double[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PathState pathState && Arrays.equals(values, pathState.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "PathState" + Arrays.toString(values);
  }
}
