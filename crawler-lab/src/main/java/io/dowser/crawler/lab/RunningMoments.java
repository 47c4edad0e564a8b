package io.dowser.crawler.lab;

/**
 * Mean and standard deviation of numbers that come one by one.
 *
 * <p>Source: B. P. Welford, Note on a method for calculating corrected sums of squares and
 * products, Technometrics 4(3), 1962. Unlike a sum of squares, the sum of squared distances from
 * the mean so far does not lose its digits when the numbers are large and close together.
 *
 * <p>Not thread-safe.
 */
final class RunningMoments {

  private long count;
  private double mean;
  private double squaredDistances;

  /** Starts without numbers. */
  RunningMoments() {}

  /**
   * Takes one more number.
   *
   * @param value any finite number
   * @throws IllegalArgumentException if it is not finite
   */
  void add(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a value must be finite, but was " + value);
    }
    count++;
    double distance = value - mean;
    mean += distance / count;
    squaredDistances += distance * (value - mean);
  }

  /** {@return the number of numbers, 0 or more} */
  long count() {
    return count;
  }

  /** {@return the arithmetic mean; the mean, 0 before the first number} */
  double mean() {
    return mean;
  }

  /**
   * {@return the population standard deviation: the divisor is the count, not the count less one, 0
   * or more, and 0 before the second number}
   */
  double deviation() {
    return count == 0 ? 0 : Math.sqrt(squaredDistances / count);
  }

  @Override
  public String toString() {
    return "RunningMoments[" + count + " values, mean " + mean + ", deviation " + deviation() + "]";
  }
}
