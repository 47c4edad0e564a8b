package io.dowser.crawler.lab;

import com.google.common.math.Stats;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with its 95 % confidence interval by Student's t.
 *
 * @param mean the mean, NaN if there is no value
 * @param halfWidth half of the interval's width, 0 with a single value
 * @param count the number of values
 */
record Estimate(double mean, double halfWidth, int count) {

  /** Equal values may differ by this much after they were averaged. */
  private static final double ROUNDING = 1e-12;

  /** The quantile above the interval; with the same share below it, 95 % are in it. */
  private static final double UPPER = 0.975;

  /**
   * Returns the estimate of some values. If one is NaN, the mean is NaN: a mean of the others would
   * be too good.
   */
  static Estimate of(double... values) {
    int n = values.length;
    if (n == 0 || Arrays.stream(values).anyMatch(Double::isNaN)) {
      return new Estimate(Double.NaN, 0, n);
    }
    Stats stats = Stats.of(values);
    if (n == 1) {
      return new Estimate(stats.mean(), 0, n);
    }
    double quantile = TDistribution.of(n - 1).inverseCumulativeProbability(UPPER);
    double halfWidth = quantile * stats.sampleStandardDeviation() / Math.sqrt(n);
    return new Estimate(stats.mean(), halfWidth < ROUNDING ? 0 : halfWidth, n);
  }

  double low() {
    return mean - halfWidth;
  }

  double high() {
    return mean + halfWidth;
  }
}
