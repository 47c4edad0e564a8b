package io.dowser.examples.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.dowser.crawler.report.Table;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Writes a study as {@code results.json}, {@code runs.csv}, {@code curves.csv}, {@code results.md}.
 */
final class ResultFiles {

  private final StudyResult result;

  ResultFiles(StudyResult result) {
    this.result = result;
  }

  void write(Path directory) throws IOException {
    json(directory.resolve("results.json"));
    Files.writeString(directory.resolve("runs.csv"), runs(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("curves.csv"), curves(), StandardCharsets.UTF_8);
    Files.writeString(directory.resolve("results.md"), markdown(), StandardCharsets.UTF_8);
  }

  private void json(Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("command", result.study().command());
      json.writeNumberField("budget", result.budget());
      json.writeNumberField("runs", result.study().runs());
      json.writeArrayFieldStart("questions");
      for (int i = 0; i < result.censuses().size(); i++) {
        question(json, result.study().questions().get(i), result.censuses().get(i));
      }
      json.writeEndArray();
      json.writeArrayFieldStart("strategies");
      for (Strategy strategy : result.strategies()) {
        strategy(json, strategy);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void question(JsonGenerator json, Question question, Census census)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", question.name());
    json.writeStringField("topic", question.topic().map(Object::toString).orElse(""));
    json.writeBooleanField("independentJudge", question.independent());
    json.writeNumberField("threshold", census.threshold());
    json.writeNumberField("pages", census.size());
    json.writeNumberField("relevantPages", census.relevantPages());
    json.writeArrayFieldStart("seeds");
    for (var seed : question.seeds()) {
      json.writeString(seed.toString());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void strategy(JsonGenerator json, Strategy strategy) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", strategy.name());
    json.writeStringField("settings", strategy.settings());
    json.writeObjectFieldStart("measures");
    for (Measure measure : Measure.ALL) {
      Estimate estimate = result.estimate(strategy, measure);
      if (!Double.isNaN(estimate.mean())) {
        json.writeObjectFieldStart(measure.name());
        json.writeNumberField("mean", estimate.mean());
        json.writeNumberField("low", estimate.low());
        json.writeNumberField("high", estimate.high());
        json.writeEndObject();
      }
    }
    json.writeEndObject();
    json.writeEndObject();
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
