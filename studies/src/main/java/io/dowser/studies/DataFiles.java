package io.dowser.studies;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
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
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Reads gzipped JSON lines and tables, and archives of files. */
final class DataFiles {

  private DataFiles() {}

  /** Objects of texts and lists of texts, by field. */
  static List<ListMultimap<String, String>> objects(Path file) throws IOException {
    List<ListMultimap<String, String>> objects = new ArrayList<>();
    try (BufferedReader lines = open(file);
        JsonParser parser = new JsonFactory().createParser(lines)) {
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        objects.add(object(parser));
      }
    }
    return objects;
  }

  private static ListMultimap<String, String> object(JsonParser parser) throws IOException {
    ListMultimap<String, String> fields = ArrayListMultimap.create();
    String name = "";
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_OBJECT;
        token = parser.nextToken()) {
      if (token == JsonToken.FIELD_NAME) {
        name = parser.currentName();
      } else if (token.isScalarValue()) {
        fields.put(name, parser.getText());
      }
    }
    return fields;
  }

  /** The files of a ZIP archive by name. */
  static Map<String, byte[]> zip(Path file) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (var zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), zip.readAllBytes());
      }
    }
    return files;
  }

  /** Rows of tab-separated texts, comments left out. */
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
