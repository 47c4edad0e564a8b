package io.dowser.crawler.wanglandau;

/** How a link is drawn from the winning region with a probability in proportion to its weight. */
public enum Roulette {
  /**
   * A link is drawn uniformly and kept with probability weight / largest weight, else drawn again:
   * a few tries whatever the number of links. This is the default.
   *
   * <p>Source: A. Lipowski and D. Lipowska, <i>Roulette-wheel selection via stochastic
   * acceptance</i>, Physica A 391 (2012).
   */
  STOCHASTIC_ACCEPTANCE,
  /**
   * The first link in order of discovery whose cumulated share exceeds one uniform number. The
   * distribution is the same, the time grows with the number of links of the region; for following
   * a walk by hand.
   */
  CUMULATIVE_WHEEL
}
