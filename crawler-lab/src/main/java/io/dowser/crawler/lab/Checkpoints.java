package io.dowser.crawler.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Finished runs, one file each, so that an interrupted comparison continues where it was. The name
 * of a file has a check sum of everything that the run depends on: a run of other settings is
 * another file. Thread-safe.
 */
final class Checkpoints {

  private static final JsonFactory JSON = new JsonFactory();

  private final Path directory;
  private final String web;
  private final CheckSums strategies;

  /** Keeps files in a directory, which is made; {@code web} describes what there is to crawl. */
  Checkpoints(Path directory, String web, CheckSums strategies) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.web = web;
    this.strategies = strategies;
  }

  private Path file(Strategy strategy, RunId id) throws IOException {
    var sum = new CRC32();
    sum.update(web.getBytes(StandardCharsets.UTF_8));
    sum.update(
        Long.toHexString(strategies.of(strategy, id.guide(), id.question()))
            .getBytes(StandardCharsets.UTF_8));
    String plain = strategy.name().replaceAll("[^A-Za-z0-9_+-]", "_");
    return directory.resolve(
        String.format(
            Locale.ROOT, "%s-%d-%d-%08x.json", plain, id.question(), id.run(), sum.getValue()));
  }

  Optional<RunResult> find(Strategy strategy, RunId id) throws IOException {
    Path file = file(strategy, id);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (JsonParser json = JSON.createParser(file.toFile())) {
      return Optional.of(read(json, strategy, id));
    } catch (IOException | RuntimeException e) {
      throw new IOException(file + " is damaged; delete it, and the run is made again", e);
    }
  }

  private static RunResult read(JsonParser json, Strategy strategy, RunId id) throws IOException {
    Map<String, Long> numbers = new HashMap<>();
    List<RunResult.Step> steps = new ArrayList<>();
    String problem = "";
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_ARRAY) {
        steps = steps(json);
      } else if (value == JsonToken.VALUE_STRING) {
        problem = json.getText();
      } else {
        numbers.put(name, json.getLongValue());
      }
    }
    return new RunResult(
        strategy.name(),
        id.question(),
        id.run(),
        steps,
        numbers.getOrDefault("cpuNanos", 0L),
        numbers.getOrDefault("wallNanos", 0L),
        numbers.getOrDefault("failures", 0L),
        problem);
  }

  private static List<RunResult.Step> steps(JsonParser json) throws IOException {
    var steps = new ArrayList<RunResult.Step>();
    while (json.nextToken() == JsonToken.START_ARRAY) {
      json.nextToken();
      int page = json.getIntValue();
      json.nextToken();
      int parent = json.getIntValue();
      json.nextToken();
      steps.add(new RunResult.Step(page, parent, json.getDoubleValue()));
      json.nextToken();
    }
    return steps;
  }

  void save(Strategy strategy, RunId id, RunResult result) throws IOException {
    Path file = file(strategy, id);
    Path part = file.resolveSibling(file.getFileName() + ".part"); // a kill leaves it behind
    try (JsonGenerator json = JSON.createGenerator(Files.newBufferedWriter(part))) {
      json.writeStartObject();
      json.writeNumberField("cpuNanos", result.cpuNanos());
      json.writeNumberField("wallNanos", result.wallNanos());
      json.writeNumberField("failures", result.failures());
      json.writeStringField("problem", result.problem());
      json.writeArrayFieldStart("steps");
      for (RunResult.Step step : result.steps()) {
        json.writeStartArray();
        json.writeNumber(step.page());
        json.writeNumber(step.parent());
        json.writeNumber(step.score());
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
