package io.dowser.examples.lab;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What came of a study.
 *
 * @param study what was compared on what
 * @param censuses what there was to find, for each question
 * @param budget pages a run
 * @param runs the runs of each strategy, by question and number
 * @param leftOut the strategies that could not run, each with the reason
 */
record StudyResult(
    Study study,
    List<Census> censuses,
    int budget,
    Map<String, List<RunMeasures>> runs,
    Map<String, String> leftOut) {

  /** Those that could run. */
  List<Strategy> strategies() {
    return study.strategies().stream()
        .filter(strategy -> runs.containsKey(strategy.name()))
        .toList();
  }

  Estimate estimate(Strategy strategy, Measure measure) {
    return Estimate.of(values(strategy.name(), measure));
  }

  double[] values(String strategy, Measure measure) {
    return values(strategy, run -> measure.of().applyAsDouble(run, budget));
  }

  /** One value for each run number, the mean over the questions: the interval is for these. */
  double[] values(String strategy, ToDoubleFunction<RunMeasures> figure) {
    var sums = new double[study.runs()];
    for (RunMeasures run : runs(strategy)) {
      sums[run.run().run() - 1] += figure.applyAsDouble(run) / study.questions().size();
    }
    return sums;
  }

  /** The figure for one question alone. */
  Estimate estimate(Strategy strategy, Measure measure, int question) {
    return Estimate.of(
        runs(strategy.name()).stream()
            .filter(run -> run.run().question() == question)
            .mapToDouble(run -> measure.of().applyAsDouble(run, budget))
            .toArray());
  }

  List<RunMeasures> runs(String strategy) {
    return runs.getOrDefault(strategy, List.of());
  }

  /** What the others are compared with. */
  Strategy baseline() {
    List<Strategy> plugins =
        strategies().stream().filter(strategy -> !strategy.isReference()).toList();
    return plugins.stream()
        .filter(strategy -> strategy.name().equals("best-first"))
        .findFirst()
        .orElseGet(() -> plugins.isEmpty() ? strategies().get(0) : plugins.get(0));
  }

  /** Run by run against the baseline: the same question and the same order of links. */
  Estimate difference(Strategy strategy, Measure measure) {
    double[] values = values(strategy.name(), measure);
    double[] others = values(baseline().name(), measure);
    var differences = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      differences[i] = values[i] - others[i];
    }
    return Estimate.of(differences);
  }
}
