package io.dowser.crawler.lab;

import io.dowser.crawler.internal.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of a study. */
final class Tables {

  private final StudyResult result;
  private final StudyMetrics metrics;
  private final List<Strategy> strategies;

  Tables(StudyResult result) {
    this.result = result;
    this.metrics = new StudyMetrics(result);
    this.strategies = result.strategies();
  }

  List<Table> all() {
    var tables = new ArrayList<Table>();
    tables.add(harvests());
    tables.add(recalls());
    tables.add(
        of("Pages needed for some recalls; \u2013: not every run came so far", Measure.EFFORTS));
    tables.add(differences());
    if (result.study().questions().size() > 1) {
      tables.add(questions());
      tables.add(questionDifferences());
    }
    tables.add(relevances());
    metrics
        .ranks()
        .map(ranks -> ranks("Friedman ranks, in the form of Liu 2023", ranks))
        .ifPresent(tables::add);
    metrics.ranksByQuestion().map(ranks -> ranks(byQuestion(ranks), ranks)).ifPresent(tables::add);
    return tables;
  }

  Table harvests() {
    return of("Harvest after " + result.budget() + " pages", Measure.HARVESTS);
  }

  /** Returns the differences to the baseline by question, if there are several questions. */
  Table mainDifferences() {
    return result.study().questions().size() > 1 ? questionDifferences() : differences();
  }

  /** Compares the results of each strategy under the guides. */
  static Table sideBySide(List<StudyResult> results) {
    List<Measure> measures = List.of(Measure.MEAN_HARVEST, Measure.RECALL);
    var header = new ArrayList<>(List.of("strategy"));
    for (Measure measure : measures) {
      results.forEach(result -> header.add(measure.name() + ", " + result.guide().title()));
    }
    var rows = new ArrayList<List<String>>();
    for (Strategy strategy : results.get(0).study().strategies()) {
      var row = new ArrayList<>(List.of(strategy.name()));
      for (Measure measure : measures) {
        results.forEach(result -> row.add(text(result.estimate(strategy, measure), measure)));
      }
      rows.add(row);
    }
    return new Table("Guides side by side", header, rows);
  }

  private Table of(String caption, List<Measure> measures) {
    var header = new ArrayList<>(List.of("strategy"));
    measures.forEach(measure -> header.add(measure.name()));
    var rows = new ArrayList<List<String>>();
    for (Strategy strategy : strategies) {
      var row = new ArrayList<>(List.of(strategy.name()));
      measures.forEach(measure -> row.add(text(result.estimate(strategy, measure), measure)));
      rows.add(row);
    }
    return new Table(caption, header, rows);
  }

  private Table recalls() {
    var measures = new ArrayList<>(Measure.RECALLS);
    measures.add(Measure.RECALL.as("at the budget"));
    return of("Target recall after some shares of the web; \u2013: beyond the budget", measures);
  }

  /** Returns the table of Liu 2023: after each quarter of the budget. */
  private Table relevances() {
    var header = new ArrayList<>(List.of("method", "DP fetched"));
    Measure.relevancesAfter(1).forEach(measure -> header.add(measure.name()));
    var rows = new ArrayList<List<String>>();
    for (int pages : StudyMetrics.quarters(result.budget())) {
      for (Strategy strategy : strategies) {
        var row = new ArrayList<>(List.of(strategy.name(), String.valueOf(pages)));
        for (Measure measure : Measure.relevancesAfter(pages)) {
          row.add(text(result.estimate(strategy, measure), measure));
        }
        rows.add(row);
      }
    }
    return new Table("Relevance of pages, in the form of Liu 2023", header, rows);
  }

  private Table questions() {
    var header = new ArrayList<>(List.of("strategy"));
    result.study().questions().forEach(question -> header.add(question.name()));
    var rows = new ArrayList<List<String>>();
    for (Strategy strategy : strategies) {
      var row = new ArrayList<>(List.of(strategy.name()));
      for (int question = 0; question < header.size() - 1; question++) {
        row.add(text(result.estimate(strategy, Measure.RECALL, question), Measure.RECALL));
      }
      rows.add(row);
    }
    return new Table("Target recall of each question", header, rows);
  }

  /**
   * Returns the differences paired by question: the variation of the advantage from one to the
   * other.
   */
  private Table questionDifferences() {
    String baseline = result.baseline().name();
    var header = new ArrayList<>(List.of("strategy"));
    result.study().questions().forEach(question -> header.add(question.name()));
    header.add("mean of questions");
    var rows = new ArrayList<List<String>>();
    for (Strategy strategy : strategies) {
      if (!strategy.name().equals(baseline)) {
        var row = new ArrayList<>(List.of(strategy.name()));
        List<Estimate> differences = result.differences(strategy, Measure.RECALL);
        differences.forEach(difference -> row.add(signed(difference)));
        row.add(signed(metrics.overQuestions(strategy)));
        rows.add(row);
      }
    }
    String caption =
        "Target recall, difference to "
            + baseline
            + " in each question, run by run; the last interval is over the questions";
    return new Table(caption, header, rows);
  }

  private Table differences() {
    List<Measure> measures = List.of(Measure.HARVEST, Measure.MEAN_HARVEST, Measure.RECALL);
    String baseline = result.baseline().name();
    var header = new ArrayList<>(List.of("strategy"));
    measures.forEach(measure -> header.add(measure.name()));
    var rows = new ArrayList<List<String>>();
    for (Strategy strategy : strategies) {
      if (!strategy.name().equals(baseline)) {
        var row = new ArrayList<>(List.of(strategy.name()));
        measures.forEach(measure -> row.add(signed(result.difference(strategy, measure))));
        rows.add(row);
      }
    }
    String caption = "Difference to " + baseline + ", run by run; *: the interval leaves out 0";
    return new Table(caption, header, rows);
  }

  private Table ranks(String caption, FriedmanRanks ranks) {
    var header = new ArrayList<>(List.of("strategy"));
    header.addAll(ranks.measures());
    header.add("mean");
    var rows = new ArrayList<List<String>>();
    for (Strategy strategy : metrics.ranked()) {
      var row = new ArrayList<>(List.of(strategy.name()));
      ranks.measures().forEach(measure -> row.add(rank(ranks.rank(strategy.name(), measure))));
      row.add(String.format(Locale.ROOT, "%.2f", ranks.meanRank(strategy.name())));
      rows.add(row);
    }
    return new Table(caption, header, rows);
  }

  private static String byQuestion(FriedmanRanks ranks) {
    return String.format(
        Locale.ROOT,
        "Friedman ranks by target recall in each question; chi-square %.1f with %d degrees of freedom",
        ranks.chiSquare(),
        ranks.methods().size() - 1);
  }

  private static String rank(double rank) {
    return String.format(Locale.ROOT, rank == Math.rint(rank) ? "%.0f" : "%.1f", rank);
  }

  /** Returns the mean and half of the interval's width; the latter only if there is one. */
  static String text(Estimate estimate, Measure measure) {
    if (Double.isNaN(estimate.mean())) {
      return "\u2013";
    }
    String format = "%." + measure.decimals() + "f";
    String mean = String.format(Locale.ROOT, format, estimate.mean());
    return estimate.halfWidth() == 0
        ? mean
        : mean + " \u00b1 " + String.format(Locale.ROOT, format, estimate.halfWidth());
  }

  /**
   * Returns the mean, half of the interval's width, and a star if the interval does not contain 0;
   * for a single value the mean alone.
   */
  static String signed(Estimate estimate) {
    if (estimate.count() < 2) {
      return String.format(Locale.ROOT, "%+.3f", estimate.mean());
    }
    boolean clear = Math.abs(estimate.mean()) > estimate.halfWidth();
    return String.format(
        Locale.ROOT,
        "%+.3f \u00b1 %.3f%s",
        estimate.mean(),
        estimate.halfWidth(),
        clear ? " *" : "");
  }
}
