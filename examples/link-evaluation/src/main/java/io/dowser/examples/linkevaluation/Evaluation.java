package io.dowser.examples.linkevaluation;

import java.util.Arrays;
import java.util.Locale;

/**
 * Measures of how well scores separate positive from negative examples.
 *
 * <p>Precision, recall and F1 are of the decision "score above the threshold means positive"; the
 * area under the ROC curve (AUC) is of the order alone: the probability that a positive example
 * scores higher than a negative one, equal scores counting half. For a frontier the order is what
 * matters.
 *
 * @param truePositives positive examples above the threshold
 * @param falsePositives negative examples above the threshold
 * @param falseNegatives positive examples not above the threshold
 * @param trueNegatives negative examples not above the threshold
 * @param auc 0 to 1; 0.5 for guessing
 */
record Evaluation(
    long truePositives, long falsePositives, long falseNegatives, long trueNegatives, double auc) {

  /**
   * Refuses counts below 0 and an AUC outside 0 to 1.
   *
   * @param truePositives positive examples above the threshold
   * @param falsePositives negative examples above the threshold
   * @param falseNegatives positive examples not above the threshold
   * @param trueNegatives negative examples not above the threshold
   * @param auc 0 to 1
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Evaluation {
    notNegative("truePositives", truePositives);
    notNegative("falsePositives", falsePositives);
    notNegative("falseNegatives", falseNegatives);
    notNegative("trueNegatives", trueNegatives);
    if (!(auc >= 0 && auc <= 1)) {
      throw new IllegalArgumentException("auc must be 0 to 1, but was " + auc);
    }
  }

  private static void notNegative(String name, long count) {
    if (count < 0) {
      throw new IllegalArgumentException(name + " must be 0 or more, but was " + count);
    }
  }

  /**
   * Starts an evaluation of scores that are log-odds.
   *
   * @return a builder whose threshold is 0
   */
  public static Builder builder() {
    return builder(0);
  }

  /**
   * {@return a builder without examples}
   *
   * @param threshold above which a score means positive
   * @throws IllegalArgumentException if the threshold is not finite
   */
  public static Builder builder(double threshold) {
    return new Builder(threshold);
  }

  /** {@return the share of those called positive that are, 0 to 1; 0 if none is called positive} */
  public double precision() {
    return share(truePositives, falsePositives);
  }

  /** {@return the share of the positive examples that are called so, 0 to 1; 0 if there is none} */
  public double recall() {
    return share(truePositives, falseNegatives);
  }

  /** {@return the harmonic mean of precision and recall, 0 to 1; 0 if both are 0} */
  public double f1() {
    return share(2 * truePositives, falsePositives + falseNegatives);
  }

  /** {@return the share of examples that are called what they are, 0 to 1; 0 if there is none} */
  public double accuracy() {
    return share(truePositives + trueNegatives, falsePositives + falseNegatives);
  }

  private static double share(long part, long rest) {
    return part == 0 ? 0 : (double) part / (part + rest);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "precision %.3f, recall %.3f, F1 %.3f, AUC %.4f (%d positive, %d negative)",
        precision(),
        recall(),
        f1(),
        auc,
        truePositives + falseNegatives,
        falsePositives + trueNegatives);
  }

  /** Collects scored examples. Not thread-safe. */
  public static final class Builder {

    private final double threshold;
    private double[] positive = new double[64];
    private double[] negative = new double[64];
    private int positives;
    private int negatives;

    private Builder(double threshold) {
      if (!Double.isFinite(threshold)) {
        throw new IllegalArgumentException("threshold must be finite, but was " + threshold);
      }
      this.threshold = threshold;
    }

    /**
     * Adds an example.
     *
     * @param score the score that a model gives it, not NaN
     * @param isPositive whether it is a positive example
     * @return this builder
     * @throws IllegalArgumentException if the score is NaN
     */
    public Builder add(double score, boolean isPositive) {
      if (Double.isNaN(score)) {
        throw new IllegalArgumentException("score must be a number, but was NaN");
      }
      if (isPositive) {
        positive = roomFor(positive, positives);
        positive[positives++] = score;
      } else {
        negative = roomFor(negative, negatives);
        negative[negatives++] = score;
      }
      return this;
    }

    private static double[] roomFor(double[] scores, int used) {
      return used == scores.length ? Arrays.copyOf(scores, 2 * used) : scores;
    }

    /**
     * Computes the measures.
     *
     * @return the evaluation of all examples
     * @throws IllegalStateException if there is no positive or no negative example
     */
    public Evaluation build() {
      if (positives == 0 || negatives == 0) {
        throw new IllegalStateException(
            "an evaluation needs examples of both classes, but has "
                + positives
                + " positive and "
                + negatives
                + " negative");
      }
      double[] high = sorted(positive, positives);
      double[] low = sorted(negative, negatives);
      int above = positives - countUpTo(high);
      int wrong = negatives - countUpTo(low);
      return new Evaluation(above, wrong, positives - above, negatives - wrong, auc(high, low));
    }

    private static double[] sorted(double[] scores, int used) {
      double[] sorted = Arrays.copyOf(scores, used);
      for (int i = 0; i < used; i++) {
        sorted[i] += 0.0; // sorting reports -0.0 from 0.0, which are the same score
      }
      Arrays.sort(sorted);
      return sorted;
    }

    private int countUpTo(double[] sorted) {
      int count = 0;
      while (count < sorted.length && sorted[count] <= threshold) {
        count++;
      }
      return count;
    }

    /** Mann and Whitney: for each positive example the negative ones below it, ties by half. */
    private static double auc(double[] high, double[] low) {
      long twice = 0; // twice the count, so that it stays whole
      int below = 0;
      int upTo = 0;
      for (double score : high) {
        while (below < low.length && low[below] < score) {
          below++;
        }
        while (upTo < low.length && low[upTo] <= score) {
          upTo++;
        }
        twice += below + upTo;
      }
      return twice / 2.0 / high.length / low.length;
    }
  }
}
