package io.dowser.crawler.hmm;

import java.util.Arrays;

/**
 * Estimates a model by counting, since the distances of the training pages are known.
 *
 * <pre>{@code
 * a_ij = (edges from distance i to distance j + lambdaA * ok_ij) / row sum,  ok_ij = 1 if j >= i-1
 * b_jk = (pages at distance j in cluster k + lambdaB) / row sum
 * }</pre>
 *
 * <p>A link reduces the distance by at most one: if u links to v, then d(u) is at most d(v) + 1. So
 * transitions with j below i - 1 cannot happen, and are 0.
 */
final class CountedModel {

  private CountedModel() {}

  static HiddenMarkovModel of(
      double[] starts, double[][] edges, double[][] observed, double lambdaA, double lambdaB) {
    int n = edges.length;
    var a = new double[n][n];
    var b = new double[n][];
    for (int i = 0; i < n; i++) {
      for (int j = Math.max(0, i - 1); j < n; j++) {
        a[i][j] = edges[i][j] + lambdaA;
      }
      a[i] = shares(a[i]);
      b[i] = shares(Arrays.stream(observed[i]).map(count -> count + lambdaB).toArray());
    }
    return HiddenMarkovModel.of(shares(starts), a, b);
  }

  /** Divides by the sum. */
  private static double[] shares(double[] counts) {
    double sum = Arrays.stream(counts).sum();
    return Arrays.stream(counts).map(count -> count / sum).toArray();
  }
}
