package io.dowser.crawler.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a round has made visible: the directories that make up the tables, and metrics of the crawl
 * so far.
 *
 * @param round the round's number; 0 has the seeds alone
 * @param directories the table's name to a directory below the crawl's; what is not named here is
 *     not part of the crawl
 * @param files the files of these directories, and of those of the round's own tables; what lies
 *     beside them is not part of the crawl
 * @param counts metrics by name
 * @param words settings and other text by name
 */
record Commit(
    int round,
    Map<String, String> directories,
    Map<String, List<String>> files,
    Map<String, Long> counts,
    Map<String, String> words) {

  /** Before anything is committed. */
  static final Commit NONE = new Commit(0, Map.of(), Map.of(), Map.of(), Map.of());

  private static final JsonFactory JSON = new JsonFactory();
  private static final String ROUND = "round";

  Commit {
    directories = Map.copyOf(directories);
    files = Map.copyOf(files);
    counts = Map.copyOf(counts);
    words = Map.copyOf(words);
  }

  long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  String toJson() throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField(ROUND, round);
      write(json, "directories", directories);
      writeFiles(json);
      json.writeObjectFieldStart("counts");
      for (Map.Entry<String, Long> count : new TreeMap<>(counts).entrySet()) {
        json.writeNumberField(count.getKey(), count.getValue());
      }
      json.writeEndObject();
      write(json, "words", words);
      json.writeEndObject();
    }
    return text.toString();
  }

  private void writeFiles(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("files");
    for (Map.Entry<String, List<String>> directory : new TreeMap<>(files).entrySet()) {
      json.writeArrayFieldStart(directory.getKey());
      for (String file : directory.getValue()) {
        json.writeString(file);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String name, Map<String, String> words)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> word : new TreeMap<>(words).entrySet()) {
      json.writeStringField(word.getKey(), word.getValue());
    }
    json.writeEndObject();
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IOException if it is anything else
   */
  static Commit parse(String text) throws IOException {
    int round = -1;
    Map<String, String> directories = new TreeMap<>();
    Map<String, List<String>> files = new TreeMap<>();
    Map<String, Long> counts = new TreeMap<>();
    Map<String, String> words = new TreeMap<>();
    try (JsonParser json = JSON.createParser(text)) {
      expect(json.nextToken(), JsonToken.START_OBJECT);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        switch (name) {
          case ROUND -> round = json.getIntValue();
          case "directories" -> words(json, value, directories);
          case "files" -> files(json, value, files);
          case "words" -> words(json, value, words);
          case "counts" -> counts(json, value, counts);
          default -> throw new IOException("a commit has no field '" + name + "'");
        }
      }
      expect(json.currentToken(), JsonToken.END_OBJECT);
    }
    if (round < 0) {
      throw new IOException("round must be 0 or more, but was " + round);
    }
    return new Commit(round, directories, files, counts, words);
  }

  private static void files(JsonParser json, JsonToken start, Map<String, List<String>> into)
      throws IOException {
    expect(start, JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      List<String> names = new ArrayList<>();
      into.put(json.currentName(), names);
      expect(json.nextToken(), JsonToken.START_ARRAY);
      while (json.nextToken() != JsonToken.END_ARRAY) {
        expect(json.currentToken(), JsonToken.VALUE_STRING);
        names.add(json.getText());
      }
    }
  }

  private static void words(JsonParser json, JsonToken start, Map<String, String> into)
      throws IOException {
    expect(start, JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      expect(json.nextToken(), JsonToken.VALUE_STRING);
      into.put(name, json.getText());
    }
  }

  private static void counts(JsonParser json, JsonToken start, Map<String, Long> into)
      throws IOException {
    expect(start, JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      expect(json.nextToken(), JsonToken.VALUE_NUMBER_INT);
      into.put(name, json.getLongValue());
    }
  }

  private static void expect(JsonToken found, JsonToken expected) throws IOException {
    if (found != expected) {
      throw new IOException("a commit must have " + expected + " here, but had " + found);
    }
  }
}
