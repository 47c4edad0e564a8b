package io.dowser.corpora;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Reads gzipped files of the directory of corpora; skips the test if the file is absent. */
public final class CorpusFiles {

  private static final JsonFactory JSON = new JsonFactory();

  private CorpusFiles() {}

  /**
   * The fields of an object, as text.
   *
   * @param values the fields by name
   */
  public record Fields(Map<String, String> values) {

    /**
     * {@return a field, which must be there}
     *
     * @param name the field's name
     */
    public String get(String name) {
      return requireNonNull(values.get(name), name);
    }
  }

  /**
   * {@return the objects of a file of JSON lines}
   *
   * @param file the path in the directory of corpora
   */
  public static List<Fields> objects(String file) {
    List<Fields> objects = new ArrayList<>();
    try (BufferedReader lines = open(file);
        JsonParser parser = JSON.createParser(lines)) {
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> fields = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, parser.getText());
        }
        objects.add(new Fields(fields));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return objects;
  }

  /**
   * {@return the rows of a file with tabs, without blank lines and comments}
   *
   * @param file the path in the directory of corpora
   */
  public static List<String[]> rows(String file) {
    try (BufferedReader lines = open(file)) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BufferedReader open(String file) throws IOException {
    Path path = Path.of(System.getProperty("dowser.data", "no-data")).resolve(file);
    assumeTrue(Files.isRegularFile(path), "the corpus " + path + " is absent (dowser.data)");
    return new BufferedReader(
        new InputStreamReader(new GZIPInputStream(Files.newInputStream(path)), UTF_8));
  }
}
