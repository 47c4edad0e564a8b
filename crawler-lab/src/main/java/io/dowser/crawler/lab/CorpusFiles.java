package io.dowser.crawler.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Reads gzipped JSON lines and tables. */
final class CorpusFiles {

  private CorpusFiles() {}

  /** Returns objects of text fields. */
  static List<Map<String, String>> objects(Path file) throws IOException {
    List<Map<String, String>> objects = new ArrayList<>();
    try (BufferedReader lines = open(file);
        JsonParser parser = new JsonFactory().createParser(lines)) {
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> fields = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, parser.getText());
        }
        objects.add(fields);
      }
    }
    return objects;
  }

  /** Returns rows of tab-separated texts, without comments. */
  static List<String[]> rows(Path file) throws IOException {
    try (BufferedReader lines = open(file)) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .toList();
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
  }
}
