package io.dowser.crawler.hmm;

import java.util.function.ObjDoubleConsumer;

/** All sequences of states that may lie behind a path of clusters, with their probabilities. */
final class Enumeration {

  private Enumeration() {}

  static void of(HiddenMarkovModel model, int[] path, ObjDoubleConsumer<int[]> action) {
    int n = model.states();
    int sequences = (int) Math.pow(n, path.length);
    for (int code = 0; code < sequences; code++) {
      int[] states = new int[path.length];
      for (int t = 0, rest = code; t < path.length; t++, rest /= n) {
        states[t] = rest % n;
      }
      action.accept(states, chance(model, path, states));
    }
  }

  private static double chance(HiddenMarkovModel model, int[] path, int[] states) {
    double chance = model.start(states[0]);
    for (int t = 0; t < path.length; t++) {
      chance *= t == 0 ? 1 : model.transition(states[t - 1], states[t]);
      chance *= path[t] < 0 ? 1 : model.emission(states[t], path[t]);
    }
    return chance;
  }
}
