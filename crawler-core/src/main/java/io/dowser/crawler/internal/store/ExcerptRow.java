package io.dowser.crawler.internal.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Splitter;
import io.dowser.crawler.report.CrawlMetrics.Excerpt;
import io.dowser.crawler.report.CrawlMetrics.Excerpt.Mark;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The row of a page in lists of results: marks are in a column as {@code 3-9 17-23}, terms as lines
 * {@code 4 storm surge}, and the texts are deflated.
 *
 * @param text the start of the main text
 * @param markdown the start of the main text in Markdown
 */
public record ExcerptRow(Excerpt excerpt, String text, String markdown) {

  /** The columns from which {@link #excerpt(ResultSet, int)} reads, of a table e. */
  public static final String COLUMNS = "e.title, e.passage, e.marks, e.terms, e.published";

  private static final Splitter WORDS = Splitter.on(' ').omitEmptyStrings();

  @Nullable Object[] values(long url) {
    return new Object[] {
      url,
      excerpt.title(),
      excerpt.passage(),
      excerpt.marks().stream().map(mark -> mark.start() + "-" + mark.end()).collect(joining(" ")),
      excerpt.terms().entrySet().stream()
          .map(term -> term.getValue() + " " + term.getKey().replace('\n', ' '))
          .collect(joining("\n")),
      excerpt.published().map(LocalDate::toString).orElse(null),
      deflated(text),
      deflated(markdown)
    };
  }

  /**
   * Reads the {@link #COLUMNS}.
   *
   * @param first the number of the first one
   * @return the excerpt, {@link Excerpt#NONE} for a page without one
   */
  public static Excerpt excerpt(ResultSet row, int first) throws SQLException {
    String title = row.getString(first);
    if (title == null) {
      return Excerpt.NONE;
    }
    try {
      String published = row.getString(first + 4);
      return new Excerpt(
          title,
          row.getString(first + 1),
          marks(row.getString(first + 2)),
          terms(row.getString(first + 3)),
          Optional.ofNullable(published).map(LocalDate::parse));
    } catch (NumberFormatException | IndexOutOfBoundsException | DateTimeParseException e) {
      throw new SQLDataException("an excerpt has no such marks, terms or date", e);
    }
  }

  private static List<Mark> marks(String text) {
    List<Mark> marks = new ArrayList<>();
    for (String each : WORDS.split(text)) {
      int between = each.indexOf('-');
      marks.add(
          new Mark(
              Integer.parseInt(each.substring(0, between)),
              Integer.parseInt(each.substring(between + 1))));
    }
    return marks;
  }

  private static Map<String, Integer> terms(String text) {
    Map<String, Integer> terms = new LinkedHashMap<>();
    text.lines()
        .forEach(
            line -> {
              int space = line.indexOf(' ');
              terms.put(line.substring(space + 1), Integer.parseInt(line.substring(0, space)));
            });
    return terms;
  }

  private static byte[] deflated(String text) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array throws none
    }
    return bytes.toByteArray();
  }

  /** Reads a column with a text. */
  public static String text(byte[] deflated) throws SQLDataException {
    try (var in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new SQLDataException("the text of an excerpt cannot be read", e);
    }
  }
}
