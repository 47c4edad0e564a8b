package io.dowser.crawler.bayes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The lines of a UTF-8 file, with their numbers; a name that ends with {@code .gz} is unpacked. A
 * byte sequence that is not UTF-8 is an error, because a wrong encoding would be learned as words.
 */
final class TextLines implements AutoCloseable {

  private final Path file;
  private final BufferedReader reader;
  private long number;

  private TextLines(Path file, BufferedReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /** What a line is read as; null to leave it out. */
  @FunctionalInterface
  interface LineParser<T> {
    @org.jspecify.annotations.Nullable T parse(String line, Place place);
  }

  /** Where something was read, for messages. */
  record Place(Path file, long line) {

    TrainingDataException refused(String trouble) {
      return new TrainingDataException(file + ", line " + line + ": " + trouble);
    }
  }

  static <T> Stream<T> parse(Path file, LineParser<T> parser) throws IOException {
    TextLines lines = open(file);
    return Stream.generate(() -> lines.next(parser))
        .takeWhile(Parsed::present)
        .map(Parsed::value)
        .filter(Objects::nonNull)
        .onClose(lines::close);
  }

  private static TextLines open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
      var decoder =
          UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT);
      return new TextLines(file, new BufferedReader(new InputStreamReader(plain, decoder)));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private record Parsed<T>(boolean present, T value) {}

  @SuppressWarnings("NullAway") // absent values are filtered out
  private <T> Parsed<T> next(LineParser<T> parser) {
    try {
      String line = reader.readLine();
      number++;
      if (line == null) {
        return new Parsed<>(false, null);
      }
      boolean marked = number == 1 && line.startsWith("\ufeff"); // a byte order mark
      String text = marked ? line.substring(1) : line;
      return new Parsed<>(true, parser.parse(text, new Place(file, number)));
    } catch (CharacterCodingException e) {
      throw new TrainingDataException(
          file + ", line " + (number + 1) + " or soon after: is not UTF-8", e);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be closed", e);
    }
  }
}
