package io.dowser.crawler.hmm;

import java.util.Arrays;
import java.util.List;

/**
 * Re-estimates a model from paths of clusters by the Baum-Welch method, in scaled form.
 *
 * <p>Transitions that are 0 stay 0. The constants lambdaA and lambdaB are added to the expected
 * counts of A and B, to those of A only where a link can lead (a link brings one at most one step
 * nearer). Missing observations count as emissions of none of the clusters.
 *
 * <p>Source: Rabiner 1989, section III.C, for several paths.
 */
final class BaumWelch {

  private final int n;
  private final int m;
  private final double[] pi;
  private final double[] a;
  private final double[] b;
  private double logLikelihood;
  private int paths;

  // of the path at hand, one row of n for each page
  private double[] ah = new double[0];
  private double[] scales = new double[0];
  private final double[] beta;
  private final double[] next;

  private BaumWelch(int n, int m) {
    this.n = n;
    this.m = m;
    this.pi = new double[n];
    this.a = new double[n * n];
    this.b = new double[m * n];
    this.beta = new double[n];
    this.next = new double[n];
  }

  /**
   * What one round makes of a model.
   *
   * @param model the new model
   * @param logLikelihood of the paths under the model before
   */
  record Round(HiddenMarkovModel model, double logLikelihood) {}

  /** One round. Rows of which nothing was seen stay as they are. */
  static Round round(HiddenMarkovModel model, List<int[]> paths, double lambdaA, double lambdaB) {
    var sums = new BaumWelch(model.n, model.m);
    for (int[] path : paths) {
      sums.add(model, path);
    }
    return new Round(sums.model(model, lambdaA, lambdaB), sums.logLikelihood);
  }

  /** The log-likelihood of all paths. */
  static double logLikelihood(HiddenMarkovModel model, List<int[]> paths) {
    double sum = 0;
    for (int[] path : paths) {
      sum += model.logLikelihood(path);
    }
    return sum;
  }

  private void add(HiddenMarkovModel model, int[] path) {
    forward(model, path);
    paths++;
    int last = path.length - 1;
    Arrays.fill(beta, 1);
    emitted(path[last], last);
    for (int t = last - 1; t >= 0; t--) {
      back(model, path[t + 1], t);
      emitted(path[t], t);
    }
    for (int i = 0; i < n; i++) {
      pi[i] += ah[i] * beta[i];
    }
  }

  private void forward(HiddenMarkovModel model, int[] path) {
    if (ah.length < path.length * n) {
      ah = new double[path.length * n];
      scales = new double[path.length];
    }
    for (int t = 0; t < path.length; t++) {
      prior(model, t);
      scales[t] = model.arrive(next, path[t], beta);
      System.arraycopy(beta, 0, ah, t * n, n);
      logLikelihood += scales[t] > 0 ? Math.log(scales[t]) : 0;
    }
  }

  private void prior(HiddenMarkovModel model, int t) {
    if (t == 0) {
      System.arraycopy(model.pi, 0, next, 0, n);
      return;
    }
    Arrays.fill(next, 0);
    for (int i = 0; i < n; i++) {
      double mass = ah[(t - 1) * n + i];
      for (int j = 0; j < n; j++) {
        next[j] += mass * model.a[i * n + j];
      }
    }
  }

  /** Steps beta back to page t, and adds xi of the step that leaves it. */
  private void back(HiddenMarkovModel model, int cluster, int t) {
    double s = scales[t + 1];
    for (int j = 0; j < n; j++) {
      next[j] = s > 0 ? beta[j] * model.b[cluster * n + j] / s : beta[j];
    }
    for (int i = 0; i < n; i++) {
      double mass = ah[t * n + i];
      double sum = 0;
      for (int j = 0; j < n; j++) {
        double step = model.a[i * n + j] * next[j];
        a[i * n + j] += mass * step;
        sum += step;
      }
      beta[i] = sum;
    }
  }

  private void emitted(int cluster, int t) {
    if (scales[t] > 0) {
      for (int j = 0; j < n; j++) {
        b[cluster * n + j] += ah[t * n + j] * beta[j];
      }
    }
  }

  private HiddenMarkovModel model(HiddenMarkovModel old, double lambdaA, double lambdaB) {
    for (int i = 0; i < n; i++) {
      pi[i] = paths == 0 ? old.pi[i] : pi[i] / paths;
      for (int j = Math.max(0, i - 1); j < n; j++) {
        a[i * n + j] += old.a[i * n + j] > 0 ? lambdaA : 0;
      }
    }
    for (int at = 0; at < b.length; at++) {
      b[at] += lambdaB;
    }
    normalise(pi, old.pi, 0, 1, n);
    for (int i = 0; i < n; i++) {
      normalise(a, old.a, i * n, 1, n);
      normalise(b, old.b, i, n, m);
    }
    return new HiddenMarkovModel(pi, a, b);
  }

  private static void normalise(double[] values, double[] old, int from, int step, int count) {
    double sum = 0;
    for (int at = from, i = 0; i < count; i++, at += step) {
      sum += values[at];
    }
    for (int at = from, i = 0; i < count; i++, at += step) {
      values[at] = sum > 0 ? values[at] / sum : old[at];
    }
  }
}
