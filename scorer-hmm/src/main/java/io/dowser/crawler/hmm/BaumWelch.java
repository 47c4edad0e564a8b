package io.dowser.crawler.hmm;

import java.util.Arrays;
import java.util.List;

/**
 * Re-estimates a model from paths of clusters by the Baum-Welch method, in scaled form.
 *
 * <p>Transitions that are 0 stay 0. The constants lambdaA and lambdaB are added to the expected
 * counts of A and B, to those of A only where a link can lead (a link reduces the distance by at
 * most one). Missing observations count as emissions of none of the clusters.
 *
 * <p>Source: Rabiner 1989, section III.C, for several paths.
 */
final class BaumWelch {

  private final HiddenMarkovModel model;
  private final int n;
  private final double[] pi;
  private final double[][] a;
  private final double[][] b;

  private BaumWelch(HiddenMarkovModel model) {
    this.model = model;
    this.n = model.n;
    this.pi = new double[n];
    this.a = new double[n][n];
    this.b = new double[n][model.m];
  }

  /** Runs one round. Rows without observations stay as they are. */
  static HiddenMarkovModel round(
      HiddenMarkovModel model, List<int[]> paths, double lambdaA, double lambdaB) {
    var sums = new BaumWelch(model);
    paths.forEach(sums::add);
    return sums.estimate(lambdaA, lambdaB);
  }

  /** Returns the log-likelihood of all paths. */
  static double logLikelihood(HiddenMarkovModel model, List<int[]> paths) {
    return paths.stream().mapToDouble(model::logLikelihood).reduce(0, Double::sum);
  }

  private void add(int[] path) {
    var ah = new double[path.length][n];
    var scales = new double[path.length];
    double[] prior = model.pi;
    for (int t = 0; t < path.length; t++) {
      scales[t] = model.arrive(prior, path[t], ah[t]);
      prior = model.predict(ah[t]);
    }
    var beta = new double[n];
    Arrays.fill(beta, 1);
    for (int t = path.length - 1; t >= 0; t--) {
      emitted(path[t], scales[t], ah[t], beta);
      beta = t > 0 ? back(ah[t - 1], arrived(path[t], scales[t], beta)) : beta;
    }
    for (int i = 0; i < n; i++) {
      pi[i] += ah[0][i] * beta[i];
    }
  }

  private void emitted(int cluster, double s, double[] forward, double[] beta) {
    for (int j = 0; j < n && s > 0; j++) {
      b[j][cluster] += forward[j] * beta[j];
    }
  }

  /** Returns beta of a page before its cluster was observed. */
  private double[] arrived(int cluster, double s, double[] beta) {
    var next = new double[n];
    Arrays.setAll(next, j -> s > 0 ? beta[j] * model.b[j][cluster] / s : beta[j]);
    return next;
  }

  /** Returns beta of the previous page, and adds xi of the step that leaves it. */
  private double[] back(double[] forward, double[] next) {
    var beta = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double step = model.a[i][j] * next[j];
        a[i][j] += forward[i] * step;
        beta[i] += step;
      }
    }
    return beta;
  }

  private HiddenMarkovModel estimate(double lambdaA, double lambdaB) {
    for (int i = 0; i < n; i++) {
      for (int j = Math.max(0, i - 1); j < n; j++) {
        a[i][j] += model.a[i][j] > 0 ? lambdaA : 0;
      }
      for (int k = 0; k < model.m; k++) {
        b[i][k] += lambdaB;
      }
      a[i] = shares(a[i], model.a[i]);
      b[i] = shares(b[i], model.b[i]);
    }
    return new HiddenMarkovModel(shares(pi, model.pi), a, b);
  }

  /** Divides by the sum; if all counts are 0, returns the old shares. */
  private static double[] shares(double[] counts, double[] old) {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    double all = sum;
    return sum > 0 ? Arrays.stream(counts).map(count -> count / all).toArray() : old;
  }
}
