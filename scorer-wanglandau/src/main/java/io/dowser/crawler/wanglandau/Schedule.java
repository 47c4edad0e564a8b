package io.dowser.crawler.wanglandau;

/** How the increment ln f becomes smaller. */
public enum Schedule {
  /** Half of it after each stage: 1, 1/2, 1/4 and so on. This is the paper's, and the default. */
  HALVING,
  /**
   * Half of it whenever every band seen so far was visited since the last time, until it is at most
   * the number of bands over the number of proposals, and that ratio from then on.
   *
   * <p>Source: R. E. Belardinelli and V. D. Pereyra, <i>Fast algorithm to calculate density of
   * states</i>, Physical Review E 75, 046701 (2007): with halving the error of the estimate stops
   * falling, with this rule it falls on.
   */
  ONE_OVER_T
}
