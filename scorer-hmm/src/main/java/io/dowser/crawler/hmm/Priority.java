package io.dowser.crawler.hmm;

/**
 * How the predicted distance of the next page becomes the score of a link.
 *
 * <p>The prediction q has a number for each state; q(0) is the chance that the next page is a
 * target. All results are 0 to 1.
 */
public enum Priority {

  /**
   * The targets per page fetched that one may expect by going the shortest way from the predicted
   * distance: {@code sum of q(j)/(j+1)} over all states but the last, which counts 0. The default.
   *
   * <p>This is ours: the maximum of the paper also rewards certainty of being far away.
   */
  YIELD {
    @Override
    double of(double[] q) {
      double yield = 0;
      for (int j = 0; j < q.length - 1; j++) {
        yield += q[j] / (j + 1);
      }
      return Math.min(1, yield);
    }
  },

  /**
   * The chance that the next page is a target, q(0); links that tie are ordered by q(1) in steps of
   * 2^-20, and then by the second key. The chances of longer distances do not count, because a tie
   * is broken by one number, which has no room for all of them.
   *
   * <p>As in Liu, Janssen and Milios 2006, whom the paper follows.
   */
  TARGET {
    @Override
    double of(double[] q) {
      return Math.min(1, q[0]);
    }

    /** q(1) in steps of 2^-20, and the second key within a step. */
    @Override
    double tieBreak(double[] q, double secondKey) {
      return Math.rint(q[1] * STEPS) / STEPS + secondKey / (2 * STEPS);
    }
  },

  /** The largest number of the prediction: equation 6 of Xie et al. 2012. */
  MAX {
    @Override
    double of(double[] q) {
      double largest = 0;
      for (double value : q) {
        largest = Math.max(largest, value);
      }
      return Math.min(1, largest);
    }
  };

  private static final double STEPS = 1 << 20;

  abstract double of(double[] q);

  double tieBreak(double[] q, double secondKey) {
    return secondKey;
  }
}
