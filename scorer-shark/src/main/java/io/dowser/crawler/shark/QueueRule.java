package io.dowser.crawler.shark;

import org.jspecify.annotations.Nullable;

/**
 * The reason why a URL is in its queue: one constant for each row of the truth table of Liu, Lin
 * and Gao 2009, and some for other events.
 */
enum QueueRule {
  SEED(Store.PRIOR, "a seed"),
  RELEVANT_PAGE(Store.PRIOR, "page above upperLimit"),
  KEY_WORD(Store.PRIOR, "page within the limits, key word in anchor or URL"),
  MIDDLE_PRIOR(Store.PRIOR, "page within the limits, potential from minPrior on"),
  MIDDLE_NORMAL(Store.NORMAL, "page within the limits, potential from minNormal on"),
  MIDDLE_ERROR(Store.ERROR, "page within the limits, potential below minNormal"),
  LOW_PRIOR(Store.PRIOR, "page below lowerLimit, potential from minPrior on"),
  LOW_NORMAL(Store.NORMAL, "page below lowerLimit, potential from minNormal on"),
  LOW_ERROR(Store.ERROR, "page below lowerLimit, potential below minNormal"),
  RESCORED(Store.PRIOR, "potential rose to minPrior when the scorer learned"),
  RESCORED_NORMAL(Store.NORMAL, "potential rose to minNormal when the scorer learned"),
  RELEASED(Store.PRIOR, "released once, when the queues had nothing ready");

  /** The destination of a link. */
  enum Store {
    PRIOR,
    NORMAL,
    ERROR
  }

  /** The bands of a page's relevance. */
  enum Band {
    ABOVE,
    MIDDLE,
    BELOW
  }

  final Store store;
  final String words;

  QueueRule(Store store, String words) {
    this.store = store;
    this.words = words;
  }

  /**
   * Returns the band of a relevance. "Greater than upperLimit" is strict, "between" includes both
   * ends.
   */
  static Band band(double relevance, SharkThresholds thresholds) {
    if (relevance > thresholds.upperLimit()) {
      return Band.ABOVE;
    }
    return relevance >= thresholds.lowerLimit() ? Band.MIDDLE : Band.BELOW;
  }

  /** Returns the row for a link whose page and key words did not decide. */
  static QueueRule byPotential(Band band, double potential, SharkThresholds thresholds) {
    boolean middle = band == Band.MIDDLE;
    if (potential >= thresholds.minPrior()) {
      return middle ? MIDDLE_PRIOR : LOW_PRIOR;
    }
    if (potential >= thresholds.minNormal()) {
      return middle ? MIDDLE_NORMAL : LOW_NORMAL;
    }
    return middle ? MIDDLE_ERROR : LOW_ERROR;
  }

  /** Returns the row for a rejected URL with a new potential; null if it stays rejected. */
  static @Nullable QueueRule rescored(double potential, SharkThresholds thresholds) {
    if (potential >= thresholds.minPrior()) {
      return RESCORED;
    }
    return potential >= thresholds.minNormal() ? RESCORED_NORMAL : null;
  }
}
