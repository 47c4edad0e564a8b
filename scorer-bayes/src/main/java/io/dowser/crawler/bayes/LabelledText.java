package io.dowser.crawler.bayes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A document and the class that it was assigned.
 *
 * <p>The static methods read labelled documents from files: a directory for each class, JSON lines,
 * or TSV.
 *
 * <p>All text is UTF-8, and a file that is not is an error that names it: words in a wrong encoding
 * would be learned like any others. Files whose names end with {@code .gz} are unpacked, except in
 * directories. Nothing is read before the stream is used; close the stream. What cannot be read
 * ends it with a {@link CrawlException}, which names file and line, or an {@link
 * UncheckedIOException}.
 *
 * @param label the name of its class, not blank
 * @param text its text, possibly empty
 */
public record LabelledText(String label, String text) {

  /**
   * Refuses a blank label.
   *
   * @param label the name of its class, not blank
   * @param text its text, possibly empty
   * @throws IllegalArgumentException if the label is blank
   */
  public LabelledText {
    requireNonNull(text, "text");
    if (label.isBlank()) {
      throw new IllegalArgumentException("label must not be blank");
    }
  }

  /**
   * Reads a directory that has a directory for each class, named by its label, with a file for each
   * document; hidden files are left out.
   *
   * @param directory the directory of the classes
   * @return the documents, class by class, in the order of the names
   * @throws IOException if the directory cannot be listed
   * @throws CrawlException if it has no directory in it
   */
  public static Stream<LabelledText> directory(Path directory) throws IOException {
    List<Path> classes = list(directory).stream().filter(Files::isDirectory).toList();
    if (classes.isEmpty()) {
      throw new CrawlException(directory + " must have a directory for each class, but has none");
    }
    return classes.stream().flatMap(LabelledText::documents);
  }

  private static Stream<LabelledText> documents(Path ofClass) {
    try {
      String label = ofClass.getFileName().toString();
      return list(ofClass).stream()
          .filter(Files::isRegularFile)
          .map(file -> new LabelledText(label, read(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(ofClass + " cannot be listed", e);
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> !entry.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (CharacterCodingException e) {
      throw new CrawlException(file + ": is not UTF-8", e);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /**
   * Reads a file with a JSON object on each line; blank lines are left out.
   *
   * @param file the file
   * @param labelField the field with the name of the class
   * @param textFields the fields that make up the text, for example {@code title} and {@code body};
   *     those that an object does not have are left out
   * @return the documents in order
   * @throws IOException if the file cannot be opened
   */
  public static Stream<LabelledText> jsonLines(Path file, String labelField, String... textFields)
      throws IOException {
    requireNonNull(labelField, "labelField");
    List<String> fields = List.of(textFields);
    return TextLines.of(file)
        .filter(line -> !line.isBlank())
        .map(line -> fromJson(line, labelField, fields));
  }

  private static LabelledText fromJson(
      TextLines.Line line, String labelField, List<String> textFields) {
    Map<String, String> object = JsonObjects.parse(line);
    String label = object.getOrDefault(labelField, "");
    if (label.isBlank()) {
      throw line.refused("has no label in the field '" + labelField + "'");
    }
    var text = new StringBuilder();
    for (String field : textFields) {
      text.append(object.getOrDefault(field, "")).append('\n');
    }
    return new LabelledText(label, text.toString());
  }

  /**
   * Reads a file with a document on each line, its columns separated by tabs, under one line with
   * the names of the columns; blank lines are left out.
   *
   * @param file the file
   * @param labelColumn the name of the column with the name of the class
   * @param textColumn the name of the column with the text
   * @return the documents in order
   * @throws IOException if the file cannot be opened
   */
  public static Stream<LabelledText> tsv(Path file, String labelColumn, String textColumn)
      throws IOException {
    List<String> names = List.of(labelColumn, textColumn);
    int[] places = new int[2]; // known once the first line was read
    return TextLines.of(file)
        .flatMap(
            line -> {
              List<String> cells = List.of(line.text().split("\t", -1));
              if (line.number() == 1) {
                Arrays.setAll(places, i -> place(names.get(i), cells, line));
              }
              return line.number() == 1 || line.isBlank()
                  ? Stream.empty()
                  : Stream.of(document(cells, places, labelColumn, line));
            });
  }

  private static int place(String name, List<String> names, TextLines.Line line) {
    int index = names.indexOf(name);
    if (index < 0) {
      throw line.refused("has no column '" + name + "', its columns are " + names);
    }
    return index;
  }

  private static LabelledText document(
      List<String> cells, int[] places, String labelColumn, TextLines.Line line) {
    if (cells.size() <= Math.max(places[0], places[1])) {
      throw line.refused("has only " + cells.size() + " columns");
    }
    if (cells.get(places[0]).isBlank()) {
      throw line.refused("has no label in the column '" + labelColumn + "'");
    }
    return new LabelledText(cells.get(places[0]), cells.get(places[1]));
  }
}
