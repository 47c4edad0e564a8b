package io.dowser.crawler.hmm;

/**
 * One step of the forward recursion along a crawl path, with the vector that is passed down from
 * page to page.
 *
 * <p>{@link #SCALED} passes down the belief about the page, which adds up to 1. {@link #UNSCALED}
 * passes down the forward values of the paper, which shrink with each page and are exactly 0 after
 * some hundred.
 */
enum Forward {
  SCALED {
    @Override
    double[] step(double[] prior, double[] likelihoods) {
      var belief = new double[prior.length];
      HiddenMarkovModel.arrive(prior, likelihoods, belief);
      return belief;
    }
  },

  UNSCALED {
    @Override
    double[] step(double[] prior, double[] likelihoods) {
      double[] alpha = prior.clone();
      for (int j = 0; j < alpha.length; j++) {
        alpha[j] *= likelihoods[j];
      }
      return alpha;
    }
  };

  /** A scale below this makes an observation count as missing. */
  static final double SMALLEST_SCALE = 1e-300;

  /**
   * Observes the text of a page.
   *
   * @param prior the prediction for the page, or pi for a seed
   * @param likelihoods the likelihood of its text in each state
   * @return the forward vector of the page
   */
  abstract double[] step(double[] prior, double[] likelihoods);
}
