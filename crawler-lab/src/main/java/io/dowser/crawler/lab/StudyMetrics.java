package io.dowser.crawler.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Every number of a study, for files; tables show most of them. */
final class StudyMetrics {

  private static final int QUARTERS = 4;

  private final StudyResult result;

  StudyMetrics(StudyResult result) {
    this.result = result;
  }

  /** Returns all measures of a strategy, over all questions. */
  List<Metric> overall(Strategy strategy) {
    return Measure.ALL.stream()
        .map(measure -> overall(strategy, measure, result.budget()))
        .filter(Metric::isThere)
        .toList();
  }

  /** Returns all measures of a strategy in one question, from 0. */
  List<Metric> inQuestion(Strategy strategy, int question) {
    return Measure.ALL.stream()
        .map(measure -> inQuestion(strategy, measure, question))
        .filter(Metric::isThere)
        .toList();
  }

  /** Returns the measures of Liu 2023 after some pages, over all questions. */
  List<Metric> after(Strategy strategy, int pages) {
    return Measure.relevancesAfter(pages).stream()
        .map(measure -> overall(strategy, measure, pages))
        .filter(Metric::isThere)
        .toList();
  }

  /** Returns all of these together. */
  List<Metric> all(Strategy strategy) {
    var metrics = new ArrayList<>(overall(strategy));
    for (int question = 0; question < result.study().questions().size(); question++) {
      metrics.addAll(inQuestion(strategy, question));
    }
    quarters(result.budget()).forEach(pages -> metrics.addAll(after(strategy, pages)));
    return metrics;
  }

  private Metric overall(Strategy strategy, Measure measure, int pages) {
    return new Metric(
        strategy.name(),
        Metric.ALL,
        pages,
        measure,
        result.estimate(strategy, measure),
        compared(strategy, result.difference(strategy, measure)));
  }

  private Metric inQuestion(Strategy strategy, Measure measure, int question) {
    return new Metric(
        strategy.name(),
        result.study().questions().get(question).name(),
        result.budget(),
        measure,
        result.estimate(strategy, measure, question),
        compared(strategy, result.differences(strategy, measure).get(question)));
  }

  private Optional<Estimate> compared(Strategy strategy, Estimate difference) {
    boolean there = !strategy.name().equals(result.baseline().name());
    return there && !Double.isNaN(difference.mean()) ? Optional.of(difference) : Optional.empty();
  }

  /** Returns the number of pages after each quarter of a budget. */
  static List<Integer> quarters(int budget) {
    return IntStream.rangeClosed(1, QUARTERS)
        .map(quarter -> Math.max(1, budget * quarter / QUARTERS))
        .distinct()
        .boxed()
        .toList();
  }

  /**
   * Returns the variation of the advantage in recall over the baseline from one question to the
   * other.
   */
  Estimate overQuestions(Strategy strategy) {
    return Estimate.of(
        result.differences(strategy, Measure.RECALL).stream()
            .mapToDouble(Estimate::mean)
            .toArray());
  }

  /** Returns the ranked strategies: all except the ends of the scale. */
  List<Strategy> ranked() {
    return result.strategies().stream().filter(strategy -> !strategy.isReference()).toList();
  }

  /** Returns the ranks, 1 for the best; empty with a single strategy. */
  Optional<FriedmanRanks> ranks() {
    List<Strategy> shown = ranked();
    if (shown.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        new FriedmanRanks(shown.stream().map(Strategy::name).toList())
            .largerIsBetter("accuracy", means(shown, Measure.HARVEST))
            .largerIsBetter("LP", means(shown, Measure.LP))
            .largerIsBetter("ARDP", means(shown, Measure.ARDP))
            .smallerIsBetter("SDDP", means(shown, Measure.SDDP)));
  }

  /**
   * Returns the ranks by target recall in each question; empty with a single question or strategy.
   */
  Optional<FriedmanRanks> ranksByQuestion() {
    List<Strategy> shown = ranked();
    List<Question> questions = result.study().questions();
    if (shown.size() < 2 || questions.size() < 2) {
      return Optional.empty();
    }
    var ranks = new FriedmanRanks(shown.stream().map(Strategy::name).toList());
    for (int i = 0; i < questions.size(); i++) {
      int question = i;
      ranks.largerIsBetter(
          questions.get(i).name(),
          shown.stream()
              .mapToDouble(one -> result.estimate(one, Measure.RECALL, question).mean())
              .toArray());
    }
    return Optional.of(ranks);
  }

  private double[] means(List<Strategy> shown, Measure measure) {
    return shown.stream()
        .mapToDouble(strategy -> result.estimate(strategy, measure).mean())
        .toArray();
  }
}
