package io.dowser.crawler.lab;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The result of a study with one guide.
 *
 * @param study the setup of the comparison
 * @param guide the guide whose relevance the strategies saw
 * @param censuses the pages to find, for each question
 * @param budget pages a run
 * @param jobs the number of runs at a time
 * @param runs the runs of each strategy, by question and number
 * @param leftOut the strategies that could not run, each with the reason
 */
record StudyResult(
    Study study,
    Guide guide,
    List<Census> censuses,
    int budget,
    int jobs,
    Map<String, List<RunMeasures>> runs,
    Map<String, String> leftOut) {

  /** Returns the strategies that could run. */
  List<Strategy> strategies() {
    return study.strategies().stream()
        .filter(strategy -> runs.containsKey(strategy.name()))
        .toList();
  }

  /**
   * Returns this result without strategies that visited the same pages in the same order with
   * another guide.
   */
  StudyResult differingFrom(StudyResult other) {
    Map<String, List<RunMeasures>> differing = new LinkedHashMap<>();
    for (Strategy strategy : strategies()) {
      String name = strategy.name();
      if (strategy.isReference() || !visits(name).equals(other.visits(name))) {
        differing.put(name, runs(name));
      }
    }
    return new StudyResult(study, guide, censuses, budget, jobs, differing, leftOut);
  }

  private List<List<Integer>> visits(String strategy) {
    return runs(strategy).stream()
        .map(run -> run.run().steps().stream().map(RunResult.Step::page).toList())
        .toList();
  }

  Estimate estimate(Strategy strategy, Measure measure) {
    return Estimate.of(values(strategy.name(), measure));
  }

  double[] values(String strategy, Measure measure) {
    return values(strategy, run -> measure.of().applyAsDouble(run, budget));
  }

  /**
   * Returns one value for each run number, the mean over the questions: the interval is for these.
   */
  double[] values(String strategy, ToDoubleFunction<RunMeasures> metric) {
    var sums = new double[study.runs()];
    for (RunMeasures run : runs(strategy)) {
      sums[run.run().run() - 1] += metric.applyAsDouble(run) / study.questions().size();
    }
    return sums;
  }

  /** Returns the metric for one question alone. */
  Estimate estimate(Strategy strategy, Measure measure, int question) {
    return Estimate.of(values(strategy.name(), measure, question));
  }

  /** Returns the differences to the baseline run by run, for each question alone. */
  List<Estimate> differences(Strategy strategy, Measure measure) {
    return IntStream.range(0, study.questions().size())
        .mapToObj(
            question ->
                Estimate.of(
                    minus(
                        values(strategy.name(), measure, question),
                        values(baseline().name(), measure, question))))
        .toList();
  }

  private double[] values(String strategy, Measure measure, int question) {
    return runs(strategy).stream()
        .filter(run -> run.run().question() == question)
        .mapToDouble(run -> measure.of().applyAsDouble(run, budget))
        .toArray();
  }

  private static double[] minus(double[] values, double[] others) {
    var differences = new double[values.length];
    Arrays.setAll(differences, i -> values[i] - others[i]);
    return differences;
  }

  List<RunMeasures> runs(String strategy) {
    return runs.getOrDefault(strategy, List.of());
  }

  /** Returns the strategy with which the others are compared. */
  Strategy baseline() {
    List<Strategy> plugins =
        strategies().stream().filter(strategy -> !strategy.isReference()).toList();
    return plugins.stream()
        .filter(strategy -> strategy.name().equals("best-first"))
        .findFirst()
        .orElseGet(() -> plugins.isEmpty() ? strategies().get(0) : plugins.get(0));
  }

  /**
   * Returns the difference to the baseline run by run: with the same question and the same order of
   * links.
   */
  Estimate difference(Strategy strategy, Measure measure) {
    return difference(strategy, baseline(), measure);
  }

  /** Returns the difference to another strategy run by run. */
  Estimate difference(Strategy strategy, Strategy other, Measure measure) {
    return Estimate.of(minus(values(strategy.name(), measure), values(other.name(), measure)));
  }
}
