package io.dowser.crawler.hmm;

import java.util.Arrays;
import java.util.Locale;

/** A mean, and half of its 95 % interval by Student's t. */
record Estimate(double mean, double halfWidth) {

  /** Quantile 0.975 for 1 to 9 degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262
  };

  static Estimate of(double... values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    int freedom = values.length - 1;
    return new Estimate(
        mean, freedom == 0 ? 0 : T[freedom - 1] * Math.sqrt(squares / freedom / values.length));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f ± %.3f", mean, halfWidth);
  }
}
