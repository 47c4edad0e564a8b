package io.dowser.crawler.hmm;

import java.util.SplittableRandom;

/** Models for tests. */
final class Models {

  private Models() {}

  /** The model of the worked examples: 3 states, 3 clusters. */
  static HiddenMarkovModel example() {
    return HiddenMarkovModel.of(
        new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0},
        new double[][] {{0.5, 0.3, 0.2}, {0.4, 0.35, 0.25}, {0, 0.3, 0.7}},
        new double[][] {{0.9, 0.05, 0.05}, {0.05, 0.7, 0.25}, {0.02, 0.18, 0.8}});
  }

  /** A model without symmetry whose transitions lead at most one step nearer. */
  static HiddenMarkovModel random(SplittableRandom random, int n, int m) {
    var a = new double[n][];
    var b = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = distribution(random, n, i - 1);
      b[i] = distribution(random, m, 0);
    }
    return HiddenMarkovModel.of(distribution(random, n, 0), a, b);
  }

  private static double[] distribution(SplittableRandom random, int length, int zerosBefore) {
    var row = new double[length];
    double sum = 0;
    for (int at = Math.max(0, zerosBefore); at < length; at++) {
      row[at] = random.nextDouble(0.01, 1);
      sum += row[at];
    }
    for (int at = 0; at < length; at++) {
      row[at] /= sum;
    }
    return row;
  }

  /** The belief about the last page of a path, as the scorer passes it down. */
  static double[] belief(HiddenMarkovModel model, int... path) {
    double[] prior = model.pi;
    double[] belief = prior;
    for (int cluster : path) {
      belief = new double[model.n];
      model.arrive(prior, cluster, belief);
      prior = model.predict(belief);
    }
    return belief;
  }

  static int[] randomPath(SplittableRandom random, int length, int m) {
    return random.ints(length, HiddenMarkovModel.MISSING, m).toArray();
  }
}
