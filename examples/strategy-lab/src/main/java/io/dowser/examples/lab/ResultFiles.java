package io.dowser.examples.lab;

import io.dowser.crawler.metrics.FriedmanRanks;
import io.dowser.crawler.report.Table;
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

  private final StudyResult result;

  ResultFiles(StudyResult result) {
    this.result = result;
  }

  void write(Path directory) throws IOException {
    JsonResults.write(result, directory.resolve("results.json"));
    Files.writeString(directory.resolve("results.csv"), figures(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("runs.csv"), runs(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("curves.csv"), curves(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("results.md"), markdown(), StandardCharsets.UTF_8);
  }

  /** A line for each figure, with the difference to the baseline where there is one. */
  private String figures() {
    var csv =
        new StringBuilder("strategy,question,pages,measure,mean,low,high")
            .append(",difference,difference low,difference high\n");
    var figures = new Figures(result);
    for (Strategy strategy : result.strategies()) {
      figures.all(strategy).forEach(figure -> figure(csv, figure));
      if (!strategy.name().equals(result.baseline().name())) {
        csv.append(quoted(strategy.name())).append(",over questions,").append(result.budget());
        csv.append(',').append(Measure.RECALL.name()).append(",,,");
        numbers(csv, figures.overQuestions(strategy));
        csv.append('\n');
      }
      figures
          .ranks()
          .filter(ranks -> figures.ranked().contains(strategy))
          .ifPresent(ranks -> ranks(csv, strategy, ranks));
    }
    return csv.toString();
  }

  private static void figure(StringBuilder csv, Figure figure) {
    csv.append(quoted(figure.strategy())).append(',').append(quoted(figure.question()));
    csv.append(',').append(figure.pages()).append(',').append(figure.measure().name());
    numbers(csv, figure.value());
    figure
        .difference()
        .ifPresentOrElse(difference -> numbers(csv, difference), () -> csv.append(",,,"));
    csv.append('\n');
  }

  private static void numbers(StringBuilder csv, Estimate estimate) {
    csv.append(',').append(estimate.mean());
    csv.append(',').append(estimate.low());
    csv.append(',').append(estimate.high());
  }

  private void ranks(StringBuilder csv, Strategy strategy, FriedmanRanks ranks) {
    for (String measure : ranks.measures()) {
      rank(csv, strategy, measure, ranks.rank(strategy.name(), measure));
    }
    rank(csv, strategy, "mean", ranks.meanRank(strategy.name()));
  }

  private void rank(StringBuilder csv, Strategy strategy, String measure, double rank) {
    csv.append(quoted(strategy.name())).append(",all,").append(result.budget());
    csv.append(",Friedman rank by ").append(measure).append(',').append(rank).append(",,,,,\n");
  }

  private String runs() {
    var csv = new StringBuilder("strategy,question,run,failures,seconds");
    Measure.ALL.forEach(measure -> csv.append(',').append(measure.name()));
    csv.append('\n');
    for (Strategy strategy : result.strategies()) {
      for (RunMeasures measures : result.runs(strategy.name())) {
        RunResult run = measures.run();
        csv.append(quoted(run.strategy())).append(',').append(run.question() + 1).append(',');
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
    return csv.toString();
  }

  private String curves() {
    var csv = new StringBuilder("strategy,question,run,pages,harvest,windowed harvest,recall\n");
    for (Strategy strategy : result.strategies()) {
      for (RunMeasures measures : result.runs(strategy.name())) {
        RunResult run = measures.run();
        for (int pages : Curves.places(result.budget())) {
          csv.append(
              String.format(
                  Locale.ROOT,
                  "%s,%d,%d,%d,%.6f,%.6f,%.6f\n",
                  quoted(run.strategy()),
                  run.question() + 1,
                  run.run(),
                  pages,
                  measures.harvestAt(pages),
                  measures.windowedAt(pages),
                  measures.recallAt(pages)));
        }
      }
    }
    return csv.toString();
  }

  private static String quoted(String text) {
    return text.matches("[^,\"\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private String markdown() {
    var report = new LabReport(result);
    var text = new StringBuilder();
    report.introduction().forEach(paragraph -> text.append(paragraph).append("\n\n"));
    text.append("```sh\n").append(result.study().command()).append("\n```\n\n");
    text.append(LabReport.reading()).append("\n\n");
    new Tables(result).all().forEach(table -> markdown(text, table));
    markdown(text, report.questions());
    markdown(text, report.strategies());
    report.lessons().forEach(lesson -> text.append(lesson).append("\n\n"));
    text.append(LabReport.protocol()).append("\n\n").append(report.surroundings());
    return text.append('\n').toString();
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
