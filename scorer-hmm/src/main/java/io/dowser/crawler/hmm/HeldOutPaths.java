package io.dowser.crawler.hmm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Compares models by how well they predict the distances of pages on paths that they were not
 * refined on: the sessions are dealt into at most {@value #MOST_FOLDS} folds, in a seeded order,
 * and each fold is predicted by a model that was refined on the others.
 *
 * @param counted the loss of the counted model
 * @param refined the loss of the refined models; a loss is the mean of -ln of what was predicted
 *     for the distance of the next page, and NaN if there are less than two sessions
 */
record HeldOutPaths(double counted, double refined) {

  private static final int MOST_FOLDS = 5;

  /** The pages of a path by their clusters and their distances, which are -1 if not known. */
  static final class Walk {

    final int[] clusters;
    final int[] distances;

    Walk(int[] clusters, int[] distances) {
      this.clusters = clusters;
      this.distances = distances;
    }
  }

  static HeldOutPaths of(
      HiddenMarkovModel counted, List<List<Walk>> sessions, HmmTrainer.Builder settings) {
    List<List<Walk>> dealt = new ArrayList<>(sessions);
    Collections.shuffle(dealt, new Random(settings.seed));
    int folds = Math.min(MOST_FOLDS, dealt.size());
    var before = new Loss();
    var after = new Loss();
    for (int fold = 0; fold < folds && folds > 1; fold++) {
      List<int[]> others = new ArrayList<>();
      for (int at = 0; at < dealt.size(); at++) {
        if (at % folds != fold) {
          dealt.get(at).forEach(walk -> others.add(walk.clusters));
        }
      }
      HiddenMarkovModel refined =
          Refinement.of(counted, others, settings.lambdaA, settings.lambdaB).model();
      for (int at = fold; at < dealt.size(); at += folds) {
        dealt.get(at).forEach(walk -> before.add(counted, walk));
        dealt.get(at).forEach(walk -> after.add(refined, walk));
      }
    }
    return new HeldOutPaths(before.mean(), after.mean());
  }

  /** False as well if there was nothing to compare them on. */
  boolean favoursRefined() {
    return refined < counted;
  }

  private static final class Loss {

    private double sum;
    private int steps;

    void add(HiddenMarkovModel model, Walk walk) {
      double[] q = model.pi;
      var belief = new double[model.n];
      for (int t = 0; t < walk.clusters.length; t++) {
        if (t > 0 && walk.distances[t] >= 0) {
          sum -= Math.log(Math.max(Double.MIN_VALUE, q[walk.distances[t]]));
          steps++;
        }
        model.arrive(q, walk.clusters[t], belief);
        q = model.predict(belief);
      }
    }

    double mean() {
      return sum / steps; // NaN without steps
    }
  }
}
