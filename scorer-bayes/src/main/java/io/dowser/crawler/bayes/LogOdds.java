package io.dowser.crawler.bayes;

/** Arithmetic of log-odds and of logarithms of probabilities. */
final class LogOdds {

  /** {@code 0.5 * ln(2 * pi)}, from the density of the normal distribution. */
  static final double HALF_LN_TWO_PI = 0.9189385332046728;

  private LogOdds() {}

  /** The probability; exactly 1 from 37 upwards, which is why queues are ordered by log-odds. */
  static double probability(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds)); // exp may overflow to infinity, which gives 0 as it should
  }

  /** Returns {@code ln(exp(a) + exp(b))}; either may be negative infinity, not both. */
  static double lnOfSum(double a, double b) {
    double larger = Math.max(a, b);
    return larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
  }
}
