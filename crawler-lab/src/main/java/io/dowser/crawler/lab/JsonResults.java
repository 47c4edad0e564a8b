package io.dowser.crawler.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes a study as JSON: the strategies, the web, the method, and every number of the result. */
final class JsonResults {

  private final StudyResult result;
  private final JsonGenerator json;

  private JsonResults(StudyResult result, JsonGenerator json) {
    this.result = result;
    this.json = json;
  }

  /** Writes a study with a result for each guide. */
  static void write(List<StudyResult> results, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      new JsonResults(results.get(0), json).study();
      json.writeArrayFieldStart("guides");
      for (StudyResult result : results) {
        new JsonResults(result, json).guide();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  /** Writes the part that does not depend on the guide. */
  private void study() throws IOException {
    json.writeStringField("command", result.study().command());
    json.writeStringField("java", Runtime.version().toString());
    json.writeNumberField("processors", Runtime.getRuntime().availableProcessors());
    json.writeNumberField("jobs", result.jobs());
    json.writeNumberField("budget", result.budget());
    json.writeNumberField("runs", result.study().runs());
    json.writeNumberField("window", RunMeasures.window(result.budget()));
    json.writeBooleanField("ignoreNofollow", result.study().everyLink());
    json.writeArrayFieldStart("questions");
    for (int i = 0; i < result.censuses().size(); i++) {
      question(result.study().questions().get(i), result.censuses().get(i));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("training");
    for (String lesson : result.study().lessons()) {
      json.writeString(lesson);
    }
    json.writeEndArray();
  }

  private void guide() throws IOException {
    json.writeStartObject();
    json.writeStringField("guide", result.guide().name());
    json.writeStringField("baseline", result.baseline().name());
    json.writeObjectFieldStart("leftOut");
    for (var left : result.leftOut().entrySet()) {
      json.writeStringField(left.getKey(), left.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("strategies");
    for (Strategy strategy : result.strategies()) {
      strategy(strategy);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void question(Question question, Census census) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", question.name());
    json.writeStringField("topic", question.topic().map(Object::toString).orElse(""));
    json.writeBooleanField("independentJudge", question.independent());
    json.writeNumberField("threshold", census.threshold());
    json.writeNumberField("pages", census.size());
    json.writeNumberField("relevantPages", census.relevantPages());
    Census.Locality locality = census.locality();
    json.writeNumberField("localityOfRelevant", locality.ofRelevant());
    json.writeNumberField("localityOfOthers", locality.ofOthers());
    json.writeObjectFieldStart("guides");
    for (Guide guide : result.study().guides()) {
      Census.Agreement agreement = census.agreement(guide);
      json.writeObjectFieldStart(guide.name());
      json.writeNumberField("pages", agreement.taken());
      json.writeNumberField("precision", agreement.precision());
      json.writeNumberField("recall", agreement.recall());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeArrayFieldStart("seeds");
    for (var seed : question.seeds()) {
      json.writeString(seed.toString());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void strategy(Strategy strategy) throws IOException {
    var metrics = new StudyMetrics(result);
    json.writeStartObject();
    json.writeStringField("name", strategy.name());
    json.writeStringField("settings", strategy.settings());
    group("measures", metrics.overall(strategy));
    json.writeObjectFieldStart("questions");
    for (int i = 0; i < result.censuses().size(); i++) {
      group(result.study().questions().get(i).name(), metrics.inQuestion(strategy, i));
    }
    json.writeEndObject();
    if (!strategy.name().equals(result.baseline().name())) {
      estimate("recallDifferenceOverQuestions", metrics.overQuestions(strategy));
    }
    json.writeObjectFieldStart("afterPages");
    for (int pages : StudyMetrics.quarters(result.budget())) {
      group(String.valueOf(pages), metrics.after(strategy, pages));
    }
    json.writeEndObject();
    Optional<FriedmanRanks> ranks = metrics.ranks();
    if (ranks.isPresent() && metrics.ranked().contains(strategy)) {
      ranks(strategy.name(), ranks.get());
    }
    json.writeEndObject();
  }

  private void group(String name, List<Metric> metrics) throws IOException {
    json.writeObjectFieldStart(name);
    for (Metric metric : metrics) {
      json.writeObjectFieldStart(metric.measure().name());
      bounds(metric.value());
      if (metric.difference().isPresent()) {
        estimate("difference", metric.difference().get());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void estimate(String name, Estimate estimate) throws IOException {
    json.writeObjectFieldStart(name);
    bounds(estimate);
    json.writeEndObject();
  }

  private void bounds(Estimate estimate) throws IOException {
    json.writeNumberField("mean", estimate.mean());
    json.writeNumberField("low", estimate.low());
    json.writeNumberField("high", estimate.high());
  }

  private void ranks(String strategy, FriedmanRanks ranks) throws IOException {
    json.writeObjectFieldStart("friedmanRanks");
    for (String measure : ranks.measures()) {
      json.writeNumberField(measure, ranks.rank(strategy, measure));
    }
    json.writeNumberField("mean", ranks.meanRank(strategy));
    json.writeEndObject();
  }
}
