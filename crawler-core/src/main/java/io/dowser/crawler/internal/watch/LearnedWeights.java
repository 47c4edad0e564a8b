package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.RelevanceJudge;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a plugin what it has learned. A plugin that fails at this is not asked again, and the log
 * says why. Confined to the engine thread.
 */
public final class LearnedWeights implements Supplier<Map<String, Double>> {

  private static final Logger LOG = LoggerFactory.getLogger(LearnedWeights.class);

  private final Object plugin;
  private Supplier<Map<String, Double>> weights;

  private LearnedWeights(Object plugin, Supplier<Map<String, Double>> weights) {
    this.plugin = plugin;
    this.weights = weights;
  }

  /** Returns those of a scorer; empty if it does not learn. */
  static LearnedWeights ofScorer(LinkScorer scorer) {
    if (scorer instanceof LearningScorer learner) {
      return new LearnedWeights(learner, learner::learnedWeights);
    }
    return new LearnedWeights(scorer, Map::of);
  }

  /** Returns those of a judge; empty if it does not learn from answers. */
  public static LearnedWeights ofJudge(RelevanceJudge judge) {
    if (judge instanceof RelevanceJudge.Taught taught) {
      return new LearnedWeights(taught, taught::learnedWeights);
    }
    return new LearnedWeights(judge, Map::of);
  }

  @Override
  public Map<String, Double> get() {
    try {
      Map<String, Double> learned = new LinkedHashMap<>(weights.get());
      learned.forEach(LearnedWeights::checkFinite);
      return Collections.unmodifiableMap(learned);
    } catch (RuntimeException e) {
      weights = Map::of;
      LOG.warn("{} does not report what it has learned", plugin.getClass().getName(), e);
      return Map.of();
    }
  }

  private static void checkFinite(String name, double weight) {
    if (!Double.isFinite(weight)) {
      throw new IllegalArgumentException("weight '" + name + "' must be finite, but was " + weight);
    }
  }
}
