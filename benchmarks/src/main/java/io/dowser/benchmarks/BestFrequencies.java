package io.dowser.benchmarks;

import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * The frequencies of checks with the highest mean freshness, for known rates of change and a
 * budget.
 *
 * <p>Source: J. Cho and H. Garcia-Molina, <i>Effective page refresh policies for Web crawlers</i>,
 * ACM TODS 28(4), 2003: by the method of Lagrange, the derivative of the weighted freshness by the
 * frequency is the same for all pages that are checked, and smaller for the others. A page is
 * checked at regular moments, and a fraction of a check is possible.
 *
 * @param rates changes of each page a day, above 0
 * @param weights the weight of each page, 0 or more
 * @param frequencies checks of each page a day; the sum is the budget
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BestFrequencies(double[] rates, double[] weights, double[] frequencies) {

  private static final int STEPS = 100;

  /** Solves for a budget in checks a day, above 0. */
  static BestFrequencies of(double[] rates, double[] weights, double budget) {
    double[] found = new double[rates.length];
    double logSlope =
        decreasing(log -> fill(found, rates, weights, Math.exp(log)) - budget, -60, 60);
    double excess = fill(found, rates, weights, Math.exp(logSlope)) - budget;
    found[last(found, rates, weights)] -= excess;
    return new BestFrequencies(rates, weights, found);
  }

  /** Returns the share of the time in which a page is fresh, weighted, 0 to 1. */
  double freshness() {
    double fresh = 0;
    double all = 0;
    for (int i = 0; i < rates.length; i++) {
      double x = rates[i] / frequencies[i]; // infinite for a page without checks
      fresh += weights[i] * (Double.isInfinite(x) ? 0 : -Math.expm1(-x) / x);
      all += weights[i];
    }
    return fresh / all;
  }

  /**
   * Returns the checked page with the smallest weight for its rate. Its derivative is constant
   * below a fortieth of its rate, to the precision of a double, so any frequency in there will do.
   */
  private static int last(double[] found, double[] rates, double[] weights) {
    return IntStream.range(0, found.length)
        .filter(i -> found[i] > 0)
        .boxed()
        .min(Comparator.comparingDouble(i -> weights[i] / rates[i]))
        .orElseThrow();
  }

  /** Finds the frequencies at which the derivatives have one value, and returns their sum. */
  private static double fill(double[] found, double[] rates, double[] weights, double slope) {
    double sum = 0;
    for (int i = 0; i < rates.length; i++) {
      double share = slope * rates[i] / weights[i];
      found[i] = share < 1 ? rates[i] / changes(share) : 0; // none for a page without weight
      sum += found[i];
    }
    return sum;
  }

  /** Solves 1 - exp(-x) (1 + x) = share. */
  private static double changes(double share) {
    DoubleUnaryOperator missing =
        log -> share + Math.expm1(-Math.exp(log)) + Math.exp(log - Math.exp(log));
    return Math.exp(decreasing(missing, -40, 5));
  }

  /** Finds the zero of a decreasing function by bisection. */
  private static double decreasing(DoubleUnaryOperator function, double from, double to) {
    double low = from;
    double high = to;
    for (int step = 0; step < STEPS; step++) {
      double middle = (low + high) / 2;
      if (function.applyAsDouble(middle) > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
