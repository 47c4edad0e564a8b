package io.dowser.crawler.lab;

import io.dowser.crawler.internal.report.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Writes a study as {@code results.json}, {@code results.csv}, {@code runs.csv}, {@code curves.csv}
 * and {@code results.md}.
 */
final class ResultFiles {

  private final List<StudyResult> results;

  /** Prepares the files of a study with a result for each guide. */
  ResultFiles(List<StudyResult> results) {
    this.results = results;
  }

  void write(Path directory) throws IOException {
    JsonResults.write(results, directory.resolve("results.json"));
    Files.writeString(directory.resolve("results.csv"), metrics(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("runs.csv"), runs(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("curves.csv"), curves(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("results.md"), markdown(), StandardCharsets.UTF_8);
  }

  /** Returns a line for each metric, with the difference to the baseline where there is one. */
  private String metrics() {
    var csv =
        new StringBuilder("guide,strategy,question,pages,measure,mean,low,high")
            .append(",difference,difference low,difference high\n");
    results.forEach(result -> metrics(csv, result));
    return csv.toString();
  }

  private static void metrics(StringBuilder csv, StudyResult result) {
    var metrics = new StudyMetrics(result);
    for (Strategy strategy : result.strategies()) {
      String start = start(result, strategy.name());
      metrics.all(strategy).forEach(metric -> metric(csv, start, metric));
      if (!strategy.name().equals(result.baseline().name())) {
        csv.append(start).append(",over questions,").append(result.budget());
        csv.append(',').append(Measure.RECALL.name()).append(",,,");
        numbers(csv, metrics.overQuestions(strategy));
        csv.append('\n');
      }
      metrics
          .ranks()
          .filter(ranks -> metrics.ranked().contains(strategy))
          .ifPresent(ranks -> ranks(csv, start + ",all," + result.budget(), strategy, ranks));
      metrics
          .ranksByQuestion()
          .filter(ranks -> metrics.ranked().contains(strategy))
          .ifPresent(ranks -> questionRanks(csv, start, result.budget(), strategy, ranks));
    }
  }

  /** Returns guide and strategy, with which each line begins. */
  private static String start(StudyResult result, String strategy) {
    return quoted(result.guide().name()) + ',' + quoted(strategy);
  }

  private static void metric(StringBuilder csv, String start, Metric metric) {
    csv.append(start).append(',').append(quoted(metric.question()));
    csv.append(',').append(metric.pages()).append(',').append(metric.measure().name());
    numbers(csv, metric.value());
    metric
        .difference()
        .ifPresentOrElse(difference -> numbers(csv, difference), () -> csv.append(",,,"));
    csv.append('\n');
  }

  private static void numbers(StringBuilder csv, Estimate estimate) {
    csv.append(',').append(estimate.mean());
    csv.append(',').append(estimate.low());
    csv.append(',').append(estimate.high());
  }

  private static void ranks(
      StringBuilder csv, String start, Strategy strategy, FriedmanRanks ranks) {
    for (String measure : ranks.measures()) {
      rank(csv, start, measure, ranks.rank(strategy.name(), measure));
    }
    rank(csv, start, "mean", ranks.meanRank(strategy.name()));
  }

  private static void questionRanks(
      StringBuilder csv, String start, int pages, Strategy strategy, FriedmanRanks ranks) {
    for (String question : ranks.measures()) {
      String at = start + ',' + quoted(question) + ',' + pages;
      rank(csv, at, "target recall", ranks.rank(strategy.name(), question));
    }
    rank(csv, start + ",all," + pages, "target recall", ranks.meanRank(strategy.name()));
  }

  private static void rank(StringBuilder csv, String start, String measure, double rank) {
    csv.append(start).append(",Friedman rank by ").append(measure);
    csv.append(',').append(rank).append(",,,,,\n");
  }

  private String runs() {
    var csv = new StringBuilder("guide,strategy,question,run,failures,seconds");
    Measure.ALL.forEach(measure -> csv.append(',').append(measure.name()));
    csv.append('\n');
    results.forEach(result -> runs(csv, result));
    return csv.toString();
  }

  private static void runs(StringBuilder csv, StudyResult result) {
    for (Strategy strategy : result.strategies()) {
      for (RunMeasures measures : result.runs(strategy.name())) {
        RunResult run = measures.run();
        csv.append(start(result, run.strategy())).append(',');
        csv.append(run.question() + 1).append(',');
        csv.append(run.run())
            .append(',')
            .append(run.failures())
            .append(',')
            .append(run.wallNanos() / 1e9);
        for (Measure measure : Measure.ALL) {
          double value = measure.of().applyAsDouble(measures, result.budget());
          csv.append(',').append(Double.isNaN(value) ? "" : String.valueOf(value));
        }
        csv.append('\n');
      }
    }
  }

  private String curves() {
    var csv =
        new StringBuilder("guide,strategy,question,run,pages,harvest,windowed harvest,recall\n");
    results.forEach(result -> curves(csv, result));
    return csv.toString();
  }

  private static void curves(StringBuilder csv, StudyResult result) {
    for (Strategy strategy : result.strategies()) {
      for (RunMeasures measures : result.runs(strategy.name())) {
        RunResult run = measures.run();
        for (int pages : Curves.places(result.budget())) {
          csv.append(
              String.format(
                  Locale.ROOT,
                  "%s,%d,%d,%d,%.6f,%.6f,%.6f\n",
                  start(result, run.strategy()),
                  run.question() + 1,
                  run.run(),
                  pages,
                  measures.harvestAt(pages),
                  measures.windowedAt(pages),
                  measures.recallAt(pages)));
        }
      }
    }
  }

  private static String quoted(String text) {
    return text.matches("[^,\"\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private String markdown() {
    var report = new LabReport(results);
    var text = new StringBuilder();
    report.introduction().forEach(paragraph -> text.append(paragraph).append("\n\n"));
    text.append("```sh\n").append(results.get(0).study().command()).append("\n```\n\n");
    report.summary().forEach(table -> markdown(text, table));
    results.forEach(
        result -> report.unmoved(result).ifPresent(line -> text.append(line).append("\n\n")));
    markdown(text, report.questions());
    report.lessons().forEach(lesson -> text.append(lesson).append("\n\n"));
    return text.append(report.surroundings()).append('\n').toString();
  }

  private static void markdown(StringBuilder text, Table table) {
    text.append("**").append(table.caption()).append("**\n\n");
    row(text, table.header());
    text.append('|').append("---|".repeat(table.header().size())).append('\n');
    table.rows().forEach(cells -> row(text, cells));
    text.append('\n');
  }

  private static void row(StringBuilder text, List<String> cells) {
    cells.forEach(cell -> text.append("| ").append(cell.replace("|", "\\|")).append(' '));
    text.append("|\n");
  }
}
