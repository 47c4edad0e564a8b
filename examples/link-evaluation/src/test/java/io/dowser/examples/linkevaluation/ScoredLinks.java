package io.dowser.examples.linkevaluation;

import io.dowser.crawler.bayes.LabelledLink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Test links with their scores, grouped by target: links to one page are not independent. */
record ScoredLinks(List<List<Scored>> targets, double threshold) {

  private static final int SAMPLES = Boolean.getBoolean("dowser.exhaustive") ? 200 : 40;
  private static final long SEED = 1;

  record Scored(double score, boolean onTopic) {}

  static ScoredLinks of(
      List<LabelledLink> links, ToDoubleFunction<LabelledLink> score, double threshold) {
    Map<String, List<Scored>> byTarget = new LinkedHashMap<>();
    for (LabelledLink link : links) {
      byTarget
          .computeIfAbsent(link.target(), any -> new ArrayList<>())
          .add(new Scored(score.applyAsDouble(link), link.onTopic()));
    }
    return new ScoredLinks(List.copyOf(byTarget.values()), threshold);
  }

  static ScoredLinks join(List<ScoredLinks> parts) {
    return new ScoredLinks(parts.stream().flatMap(part -> part.targets.stream()).toList(), 0);
  }

  ScoredLinks withThreshold(double other) {
    return new ScoredLinks(targets, other);
  }

  private Evaluation evaluation() {
    Evaluation.Builder evaluation = Evaluation.builder(threshold);
    targets.forEach(links -> links.forEach(link -> evaluation.add(link.score, link.onTopic)));
    return evaluation.build();
  }

  double auc() {
    return evaluation().auc();
  }

  double f1() {
    return evaluation().f1();
  }

  double precision() {
    return evaluation().precision();
  }

  double recall() {
    return evaluation().recall();
  }

  /** The threshold with the best F1, halfway between two scores. */
  double bestThreshold() {
    List<Scored> sorted =
        targets.stream()
            .flatMap(List::stream)
            .sorted((a, b) -> Double.compare(b.score, a.score))
            .toList();
    long all = sorted.stream().filter(Scored::onTopic).count();
    double best = 0;
    double threshold = 0;
    int found = 0;
    for (int i = 0; i + 1 < sorted.size(); i++) {
      found += sorted.get(i).onTopic ? 1 : 0;
      double f1 = 2.0 * found / (i + 1 + all);
      if (f1 > best && sorted.get(i).score > sorted.get(i + 1).score) {
        best = f1;
        threshold = (sorted.get(i).score + sorted.get(i + 1).score) / 2;
      }
    }
    return threshold;
  }

  /** Measures of targets drawn with replacement; the same ones for each method. */
  double[] bootstrap(ToDoubleFunction<ScoredLinks> measure) {
    var random = new SplittableRandom(SEED);
    double[] samples = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      samples[i] = measure.applyAsDouble(drawn(random));
    }
    return samples;
  }

  private ScoredLinks drawn(SplittableRandom random) {
    List<List<Scored>> drawn = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      drawn.add(targets.get(random.nextInt(targets.size())));
    }
    return new ScoredLinks(drawn, threshold);
  }
}
