package io.dowser.benchmarks;

import java.util.List;

/**
 * Two benchmark methods that do the same work, ours and another.
 *
 * @param ours class and method
 * @param other class and method
 * @param target the ratio of their rates to reach; 0 if it is only of interest
 */
record Comparison(String ours, String other, double target) {

  /** All comparisons. */
  static final List<Comparison> ALL =
      List.of(
          of("CanonicalizationBenchmark", "resolve", "resolveCrawlerCommons", 1.8),
          of("CanonicalizationBenchmark", "absolute", "absoluteCrawlerCommons", 1.8),
          of("PageAnalysisBenchmark", "analyze", "select", 1.7),
          of("PageAnalysisBenchmark", "analyzeWithContexts", "selectWithAnchors", 1.7),
          of("TopicMatcherBenchmark", "match", "matchRegularExpression", 0),
          of("BayesScoringBenchmark", "sparse", "dense", 500),
          of("BayesTrainingBenchmark", "train", "analyze", 0.8));

  private static Comparison of(String type, String ours, String other, double target) {
    return new Comparison(type + "." + ours, type + "." + other, target);
  }
}
