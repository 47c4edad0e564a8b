package io.dowser.crawler.wanglandau;

/** When the histogram of visits counts as flat, which ends a stage. */
public enum Flatness {
  /**
   * Each band seen so far has at least {@code ln 2 / ln f} visits in this stage: 1, 2, 3, 6, 12, 23
   * and so on. This is the rule of the paper's algorithm, and the default.
   */
  COUNT,
  /**
   * The least visited band has at least the share k of the mean number of visits. This is the rule
   * of the paper's text, which leaves k open.
   */
  MEAN_RATIO
}
