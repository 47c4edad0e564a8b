package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a scorer what it has learned. A scorer that fails at this is not asked again: the report
 * lacks its weights, and the log says why. Confined to the engine thread.
 */
final class LearnedWeights implements Supplier<Map<String, Double>> {

  private static final Logger LOG = LoggerFactory.getLogger(LearnedWeights.class);

  private final LinkScorer scorer;
  private boolean failed;

  LearnedWeights(LinkScorer scorer) {
    this.scorer = scorer;
  }

  @Override
  public Map<String, Double> get() {
    if (failed || !(scorer instanceof LearningScorer learner)) {
      return Map.of();
    }
    try {
      Map<String, Double> weights = learner.learnedWeights();
      weights.forEach(LearnedWeights::checkFinite);
      return weights;
    } catch (RuntimeException e) {
      failed = true;
      LOG.warn("the report lacks the learned weights of {}", scorer.getClass().getName(), e);
      return Map.of();
    }
  }

  private static void checkFinite(String name, double weight) {
    if (!Double.isFinite(weight)) {
      throw new IllegalArgumentException("weight '" + name + "' must be finite, but was " + weight);
    }
  }
}
