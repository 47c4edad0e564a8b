package io.dowser.crawler.hmm;

import java.util.List;

/**
 * The refinement of a counted model by Baum-Welch rounds on the training paths.
 *
 * <p>Ends after {@value #MOST_ROUNDS} rounds, or when the log-likelihood grows by less than {@value
 * #LEAST_GROWTH} of its size.
 *
 * @param model the refined model
 * @param rounds the number of rounds
 * @param before log-likelihood of the paths under the counted model
 * @param after log-likelihood of the paths under the refined model
 */
record Refinement(HiddenMarkovModel model, int rounds, double before, double after) {

  static final int MOST_ROUNDS = 20;
  static final double LEAST_GROWTH = 1e-4;

  static Refinement of(
      HiddenMarkovModel counted, List<int[]> paths, double lambdaA, double lambdaB) {
    double before = BaumWelch.logLikelihood(counted, paths);
    HiddenMarkovModel model = counted;
    double last = before;
    int rounds = 0;
    boolean growing = !paths.isEmpty();
    while (growing && rounds < MOST_ROUNDS) {
      model = BaumWelch.round(model, paths, lambdaA, lambdaB);
      double now = BaumWelch.logLikelihood(model, paths);
      growing = now - last >= LEAST_GROWTH * Math.abs(last);
      last = now;
      rounds++;
    }
    return new Refinement(model, rounds, before, last);
  }

  /**
   * Returns whether state 0 still means target: b_00 is the largest number of its row and of its
   * column, and each state can lead to the previous one.
   */
  boolean keepsItsMeaning() {
    for (int j = 1; j < model.n; j++) {
      if (model.emission(j, 0) > model.emission(0, 0) || !(model.transition(j, j - 1) > 0)) {
        return false;
      }
    }
    for (int k = 1; k < model.m; k++) {
      if (model.emission(0, k) > model.emission(0, 0)) {
        return false;
      }
    }
    return true;
  }
}
