package io.dowser.crawler.hmm;

/**
 * One step of the forward recursion along a crawl path: what is passed down from page to page.
 *
 * <p>{@link #SCALED} passes down the belief about the page, which adds up to 1. {@link #UNSCALED}
 * passes down the forward values of the paper, which shrink with each page and are exactly 0 after
 * some hundred.
 */
enum Forward {
  SCALED {
    @Override
    double[] step(HiddenMarkovModel model, double[] prior, int cluster) {
      var belief = new double[model.n];
      model.arrive(prior, cluster, belief);
      return belief;
    }
  },

  UNSCALED {
    @Override
    double[] step(HiddenMarkovModel model, double[] prior, int cluster) {
      double[] alpha = prior.clone();
      for (int j = 0; j < model.n && cluster != HiddenMarkovModel.MISSING; j++) {
        alpha[j] *= model.b[j][cluster];
      }
      return alpha;
    }
  };

  /** A scale below this makes an observation count as missing. */
  static final double SMALLEST_SCALE = 1e-300;

  /**
   * Sees the cluster of a page.
   *
   * @param prior what was predicted for the page, or pi for a seed
   * @param cluster its cluster, or {@link HiddenMarkovModel#MISSING}
   * @return the forward vector of the page
   */
  abstract double[] step(HiddenMarkovModel model, double[] prior, int cluster);
}
