package io.dowser.crawler.bayes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a UTF-8 file; a name that ends with {@code .gz} is unpacked. A byte sequence that is
 * not UTF-8 is an error, because a wrong encoding would be learned as words.
 */
final class TextLines implements AutoCloseable {

  private final Path file;
  private final BufferedReader reader;
  private long number;

  private TextLines(Path file, BufferedReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /** A line and where it was read, for messages. */
  record Line(Path file, long number, String text) {

    boolean isBlank() {
      return text.isBlank();
    }

    CrawlException refused(String problem) {
      return refused(problem, null);
    }

    CrawlException refused(String problem, @Nullable Throwable cause) {
      return new CrawlException(file + ", line " + number + ": " + problem, cause);
    }
  }

  static Stream<Line> of(Path file) throws IOException {
    TextLines lines = open(file);
    return Stream.generate(lines::next)
        .takeWhile(Optional::isPresent)
        .flatMap(Optional::stream)
        .onClose(lines::close);
  }

  private static TextLines open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
      var strict =
          new InputStreamReader(plain, UTF_8.newDecoder()); // which reports what is not UTF-8
      return new TextLines(file, new BufferedReader(strict));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private Optional<Line> next() {
    try {
      String line = reader.readLine();
      number++;
      boolean marked = number == 1 && line != null && line.startsWith("\ufeff"); // byte order mark
      return Optional.ofNullable(line)
          .map(text -> new Line(file, number, marked ? text.substring(1) : text));
    } catch (CharacterCodingException e) {
      throw new CrawlException(file + ", line " + (number + 1) + " or soon after: is not UTF-8", e);
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
