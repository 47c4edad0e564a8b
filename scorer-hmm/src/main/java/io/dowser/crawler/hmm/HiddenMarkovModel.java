package io.dowser.crawler.hmm;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.internal.Checks;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A hidden Markov model of link distances: how far the pages of a path are from the nearest target,
 * seen through the cluster that the text of each page falls into.
 *
 * <p>State 0 is a target, state i a page i links away from one, and the last state, n - 1, all that
 * is farther or leads to none. Observation 0 is the cluster of the targets.
 *
 * <p>Source: Xie, Yang, Li and Song 2012, with the parameters pi, A and B under their letters.
 * Where this differs: the text of the paper lets sums run over n + 1 states; here they are n.
 *
 * <pre>{@code
 * HiddenMarkovModel model = // two states and two clusters
 *     HiddenMarkovModel.of(
 *         new double[] {0.2, 0.8},
 *         new double[][] {{0.5, 0.5}, {0.3, 0.7}},
 *         new double[][] {{0.9, 0.1}, {0.2, 0.8}});
 * double probability = Math.exp(model.logLikelihood(1, 1, 0));
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class HiddenMarkovModel {

  /** Stands for an observation that is missing: a page that falls into no cluster. */
  public static final int MISSING = -1;

  /** Most states of a model; the belief over them must fit into what a page can pass down. */
  public static final int MAX_STATES = 64;

  /** Most clusters of a model. */
  public static final int MAX_CLUSTERS = 1_000;

  private static final double ROW_SUM_TOLERANCE = 1e-12;

  final int n;
  final int m;
  final double[] pi;
  final double[][] a; // a[i][j]: from state i to state j
  final double[][] b; // b[j][k]: cluster k in state j

  HiddenMarkovModel(double[] pi, double[][] a, double[][] b) {
    this.n = pi.length;
    this.m = b[0].length;
    this.pi = pi;
    this.a = a;
    this.b = b;
  }

  /**
   * Takes the parameters of a model.
   *
   * @param pi start probability of each of n states, 2 to {@value #MAX_STATES}
   * @param a n rows: probability of the next page's state, given this page's
   * @param b n rows: probability of each of m clusters, 2 to {@value #MAX_CLUSTERS}, given the
   *     state
   * @return the model; the arrays are copied
   * @throws IllegalArgumentException if a length does not fit, a number is not within 0 to 1, or pi
   *     or a row does not add up to 1 within 1e-12
   */
  public static HiddenMarkovModel of(double[] pi, double[][] a, double[][] b) {
    int n = Checks.within("the number of states", pi.length, 2, MAX_STATES);
    requireRows("a", a, n);
    requireRows("b", b, n);
    int m = Checks.within("the number of clusters", b[0].length, 2, MAX_CLUSTERS);
    checkRow("pi", pi, n);
    for (int i = 0; i < n; i++) {
      checkRow("row " + i + " of a", a[i], n);
      checkRow("row " + i + " of b", b[i], m);
    }
    return new HiddenMarkovModel(pi.clone(), copy(a), copy(b));
  }

  private static double[][] copy(double[][] rows) {
    return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
  }

  private static void requireRows(String name, double[][] rows, int n) {
    if (rows.length != n) {
      throw new IllegalArgumentException(
          name + " must have a row for each of " + n + " states, but had " + rows.length);
    }
  }

  private static void checkRow(String name, double[] row, int length) {
    if (row.length != length) {
      throw new IllegalArgumentException(
          name + " must have " + length + " numbers, but had " + row.length);
    }
    double sum = 0;
    for (double value : row) {
      if (!(value >= 0 && value <= 1)) { // written so that NaN fails too
        throw new IllegalArgumentException(
            name + " must have numbers from 0 to 1, but had " + value);
      }
      sum += value;
    }
    if (Math.abs(sum - 1) > ROW_SUM_TOLERANCE) {
      throw new IllegalArgumentException(name + " must add up to 1, but added up to " + sum);
    }
  }

  /**
   * Returns the number of states.
   *
   * @return n, 2 or more
   */
  public int states() {
    return n;
  }

  /**
   * Returns the number of clusters.
   *
   * @return m, 2 or more
   */
  public int clusters() {
    return m;
  }

  /**
   * {@return the start probability pi_j}
   *
   * @param j a state
   * @throws IndexOutOfBoundsException if there is no such state
   */
  public double start(int j) {
    return pi[j];
  }

  /**
   * {@return the probability that a page at one distance links to one at another, a_ij}
   *
   * @param i the state of the page
   * @param j the state of the next page
   * @throws IndexOutOfBoundsException if there is no such state
   */
  public double transition(int i, int j) {
    return a[i][j];
  }

  /**
   * {@return the probability that a page at a distance falls into a cluster, b_jk}
   *
   * @param j the state of the page
   * @param k the cluster
   * @throws IndexOutOfBoundsException if there is no such state or cluster
   */
  public double emission(int j, int k) {
    return b[j][k];
  }

  /**
   * Returns the likelihood of a path.
   *
   * @param path the clusters of the pages, from a seed on, at least one; {@link #MISSING} where a
   *     page falls into none
   * @return its natural logarithm, the sum of the logarithms of the scales; missing observations
   *     add nothing, nor does a page that is impossible at its place by the model
   * @throws IllegalArgumentException if the path is empty or has an unknown cluster
   */
  public double logLikelihood(int... path) {
    checkPath(path);
    double[] prior = pi;
    var belief = new double[n];
    double log = 0;
    for (int cluster : path) {
      double s = arrive(prior, cluster, belief);
      log += s > 0 ? Math.log(s) : 0;
      prior = predict(belief);
    }
    return log;
  }

  /**
   * Estimates the model again by one Baum-Welch round; without smoothing, the likelihood of the
   * paths never falls. Transitions that are 0 stay 0.
   *
   * <p>The states are not tied to distances here: likely parameters may give them another meaning,
   * and a model whose states are all equal stays so. {@link HmmTrainer} therefore starts from
   * counts.
   *
   * @param paths the clusters of the pages of each path, as for {@link #logLikelihood}
   * @param lambdaA the number added to the expected count of each transition that is above 0 and
   *     reduces the distance by at most one; 0 or more
   * @param lambdaB the number added to the expected count of each emission; 0 or more
   * @return the new model; rows without observations stay as they are if nothing is added, and
   *     otherwise are uniform where something is added
   * @throws IllegalArgumentException if a path is empty or has an unknown cluster, or a constant is
   *     negative or not finite
   */
  public HiddenMarkovModel baumWelchRound(List<int[]> paths, double lambdaA, double lambdaB) {
    if (!(lambdaA >= 0 && lambdaB >= 0 && lambdaA + lambdaB < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "lambdaA and lambdaB must be 0 or more and finite, but were "
              + lambdaA
              + " and "
              + lambdaB);
    }
    paths.forEach(this::checkPath);
    return BaumWelch.round(this, paths, lambdaA, lambdaB);
  }

  private void checkPath(int[] path) {
    if (path.length == 0) {
      throw new IllegalArgumentException("a path must have at least one page, but had none");
    }
    for (int cluster : path) {
      if (cluster < MISSING || cluster >= m) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT, "a cluster must be %d to %d, but was %d", MISSING, m - 1, cluster));
      }
    }
  }

  /**
   * Observes the cluster of a page.
   *
   * @param prior the prediction for the page, or pi for the first one
   * @param belief receives the scaled forward vector; not the array of the prior
   * @return the scale s; 0 if the observation counts as missing, because the page falls into no
   *     cluster or the prediction rules its cluster out
   */
  double arrive(double[] prior, int cluster, double[] belief) {
    if (cluster == MISSING) {
      System.arraycopy(prior, 0, belief, 0, n);
      return 0;
    }
    return arrive(prior, likelihoods(cluster), belief);
  }

  /** Observes a page by the likelihoods of its text in each state; otherwise the same. */
  static double arrive(double[] prior, double[] likelihoods, double[] belief) {
    double s = 0;
    for (int j = 0; j < prior.length; j++) {
      belief[j] = likelihoods[j] * prior[j];
      s += belief[j];
    }
    if (s < Forward.SMALLEST_SCALE) {
      System.arraycopy(prior, 0, belief, 0, prior.length);
      return 0;
    }
    for (int j = 0; j < prior.length; j++) {
      belief[j] /= s;
    }
    return s;
  }

  double[] likelihoods(int cluster) {
    return Arrays.stream(b).mapToDouble(row -> row[cluster]).toArray();
  }

  /** Returns the likelihoods, in each state, of a page with a share of each cluster. */
  double[] likelihoods(double[] shares) {
    return Arrays.stream(b).mapToDouble(row -> product(row, shares)).toArray();
  }

  private static double product(double[] row, double[] shares) {
    double sum = 0;
    for (int k = 0; k < row.length; k++) {
      sum += row[k] * shares[k];
    }
    return sum;
  }

  /** Predicts the state of the next page; has the same sum as the belief. */
  double[] predict(double[] belief) {
    var q = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        q[j] += belief[i] * a[i][j];
      }
    }
    return q;
  }

  /** Writes pi, A by rows and B by columns. */
  void save(StateWriter out) throws IOException {
    out.writeInt(n);
    out.writeInt(m);
    write(pi, out);
    for (double[] row : a) {
      write(row, out);
    }
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < n; j++) {
        out.writeDouble(b[j][k]);
      }
    }
  }

  private static void write(double[] row, StateWriter out) throws IOException {
    for (double value : row) {
      out.writeDouble(value);
    }
  }

  static HiddenMarkovModel read(StateReader in) throws IOException {
    int n = Checks.within("the number of states", in.readInt(), 2, MAX_STATES);
    int m = Checks.within("the number of clusters", in.readInt(), 2, MAX_CLUSTERS);
    double[] pi = readRow(in, n);
    var a = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = readRow(in, n);
    }
    var b = new double[n][m];
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < n; j++) {
        b[j][k] = in.readDouble();
      }
    }
    return of(pi, a, b);
  }

  private static double[] readRow(StateReader in, int length) throws IOException {
    var row = new double[length];
    for (int i = 0; i < length; i++) {
      row[i] = in.readDouble();
    }
    return row;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HiddenMarkovModel that
        && Arrays.equals(pi, that.pi)
        && Arrays.deepEquals(a, that.a)
        && Arrays.deepEquals(b, that.b);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(new Object[] {pi, a, b});
  }

  @Override
  public String toString() {
    return "HiddenMarkovModel[" + n + " states, " + m + " clusters]";
  }
}
