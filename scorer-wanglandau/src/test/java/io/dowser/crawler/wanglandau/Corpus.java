package io.dowser.crawler.wanglandau;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** Reads the files of the directory of corpora. */
final class Corpus {

  private static final JsonFactory JSON = new JsonFactory();

  private Corpus() {}

  /** The fields of an object, as text. */
  record Fields(Map<String, String> values) {

    /** Returns a field, which must be there. */
    String get(String name) {
      return requireNonNull(values.get(name), name);
    }
  }

  /** Hands out each object of a file of JSON lines as names and texts. */
  static void objects(String file, Consumer<Fields> action) {
    lines(file, line -> action.accept(fields(line)));
  }

  /** Hands out each line of a file with tabs, but the first. */
  static void rows(String file, Consumer<List<String>> action) {
    boolean[] first = {true};
    lines(
        file,
        line -> {
          if (!first[0]) {
            action.accept(List.of(line.split("\t", -1)));
          }
          first[0] = false;
        });
  }

  private static void lines(String file, Consumer<String> action) {
    Path directory = Path.of(System.getProperty("dowser.data", ""));
    Path path = directory.resolve(file);
    assumeTrue(Files.isRegularFile(path), "the corpus " + path + " is absent (dowser.data)");
    try (var reader =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(path)), UTF_8))) {
      reader.lines().forEach(action);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Fields fields(String line) {
    try (JsonParser parser = JSON.createParser(line)) {
      Map<String, String> fields = new HashMap<>();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        fields.put(name, parser.getText());
      }
      return new Fields(fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
