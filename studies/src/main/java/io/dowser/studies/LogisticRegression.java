package io.dowser.studies;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;

/**
 * A logistic regression by Newton's method, with a penalty on the squares of the weights of
 * standardized features. The first feature is the bias, always 1. Not thread-safe.
 */
final class LogisticRegression {

  private static final int STEPS = 8;
  private static final double LEAST_DEVIATION = 1e-4;

  private final double penalty;
  private final List<Example> examples = new ArrayList<>();

  private static final class Example {

    final double[] values;
    final boolean positive;
    final double weight;

    Example(double[] values, boolean positive, double weight) {
      this.values = values;
      this.positive = positive;
      this.weight = weight;
    }
  }

  LogisticRegression(double penalty) {
    this.penalty = penalty;
  }

  void add(List<Double> values, boolean positive, double weight) {
    double[] copy = values.stream().mapToDouble(Double::doubleValue).toArray();
    examples.add(new Example(copy, positive, weight));
  }

  /** Returns the weights of features that are not standardized. */
  List<Double> weights() {
    int count = examples.get(0).values.length;
    double[] mean = new double[count];
    double[] deviation = new double[count];
    double all = examples.stream().mapToDouble(each -> each.weight).sum();
    for (int i = 1; i < count; i++) {
      int feature = i;
      mean[i] = examples.stream().mapToDouble(e -> e.weight * e.values[feature]).sum() / all;
      double variance =
          examples.stream()
              .mapToDouble(e -> e.weight * Math.pow(e.values[feature] - mean[feature], 2))
              .sum();
      deviation[i] = Math.sqrt(variance / all);
      deviation[i] = deviation[i] < LEAST_DEVIATION ? 1 : deviation[i];
    }
    deviation[0] = 1;
    examples.forEach(
        example -> {
          for (int i = 0; i < count; i++) {
            example.values[i] = (example.values[i] - mean[i]) / deviation[i];
          }
        });
    double[] weights = new double[count];
    for (int step = 0; step < STEPS; step++) {
      step(weights);
    }
    List<Double> result = new ArrayList<>();
    double bias = weights[0];
    for (int i = 1; i < count; i++) {
      bias -= weights[i] * mean[i] / deviation[i];
      result.add(weights[i] / deviation[i]);
    }
    result.add(0, bias);
    return result;
  }

  private void step(double[] weights) {
    int count = weights.length;
    double[][] curvature = new double[count][count];
    double[] gradient = new double[count];
    for (Example example : examples) {
      double[] x = example.values;
      double score = 0;
      for (int i = 0; i < count; i++) {
        score += weights[i] * x[i];
      }
      double likely = 1 / (1 + Math.exp(-score));
      double difference = ((example.positive ? 1 : 0) - likely) * example.weight;
      double spread = Math.max(1e-6, likely * (1 - likely)) * example.weight;
      for (int i = 0; i < count; i++) {
        gradient[i] += difference * x[i];
        for (int j = 0; j <= i; j++) {
          curvature[i][j] += spread * x[i] * x[j];
        }
      }
    }
    for (int i = 0; i < count; i++) {
      gradient[i] -= i == 0 ? 0 : penalty * weights[i];
      curvature[i][i] += i == 0 ? 1e-6 : penalty;
      for (int j = 0; j < i; j++) {
        curvature[j][i] = curvature[i][j];
      }
    }
    double[] change =
        new CholeskyDecomposition(new Array2DRowRealMatrix(curvature, false))
            .getSolver()
            .solve(new ArrayRealVector(gradient, false))
            .toArray();
    for (int i = 0; i < count; i++) {
      weights[i] += change[i];
    }
  }
}
