package io.dowser.crawler.wanglandau;

/** What the estimate of a band starts from when the walk meets its first link there. */
public enum NewBand {
  /**
   * ln g = 0, as in the paper. Late in a crawl a new band is then accepted at once and held for
   * long, because the other bands have grown meanwhile.
   */
  ZERO,
  /** The smallest ln g of the bands seen so far. */
  MINIMUM
}
