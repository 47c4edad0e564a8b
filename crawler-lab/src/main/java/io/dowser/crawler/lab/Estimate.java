package io.dowser.crawler.lab;

/**
 * A mean with its 95 % confidence interval by Student's t.
 *
 * @param mean the mean, NaN if there is no value
 * @param halfWidth half of the interval's width, 0 with a single value
 * @param count how many values there were
 */
record Estimate(double mean, double halfWidth, int count) {

  /** Equal values may differ by this much after they were averaged. */
  private static final double ROUNDING = 1e-12;

  /** Quantile 0.975 of Student's t for 1 to 30 degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145,
    2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052,
        2.048,
    2.045, 2.042
  };

  /** Values that are NaN make the mean NaN: a mean of the rest would flatter. */
  static Estimate of(double... values) {
    var moments = new RunningMoments();
    for (double value : values) {
      if (Double.isNaN(value)) {
        return new Estimate(Double.NaN, 0, values.length);
      }
      moments.add(value);
    }
    int n = values.length;
    if (n < 2) {
      return new Estimate(n == 0 ? Double.NaN : moments.mean(), 0, n);
    }
    // the population deviation of n values, turned into the standard error of their mean
    double standardError = moments.deviation() / Math.sqrt(n - 1.0);
    double halfWidth = t(n - 1) * standardError;
    return new Estimate(moments.mean(), halfWidth < ROUNDING ? 0 : halfWidth, n);
  }

  /** Beyond the table, an approximation that is right to three digits. */
  static double t(int degreesOfFreedom) {
    return degreesOfFreedom <= T.length ? T[degreesOfFreedom - 1] : 1.96 + 2.45 / degreesOfFreedom;
  }

  double low() {
    return mean - halfWidth;
  }

  double high() {
    return mean + halfWidth;
  }
}
