package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table of texts.
 *
 * @param caption what it shows, in one line
 * @param header the names of the columns, at least one
 * @param rows the rows, each with one text a column, possibly none
 */
public record Table(String caption, List<String> header, List<List<String>> rows)
    implements ReportPart {

  public Table {
    requireNonNull(caption, "caption");
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    int columns = header.size();
    if (columns == 0) {
      throw new IllegalArgumentException("table '" + caption + "' must have at least one column");
    }
    for (List<String> row : rows) {
      if (row.size() != columns) {
        throw new IllegalArgumentException(
            "a row of table '" + caption + "' must have " + columns + " texts, but was " + row);
      }
    }
  }

  /** Returns the table as plain text. */
  public String toText() {
    var text = new StringBuilder(caption);
    int[] widths = new int[header.size()];
    lines().forEach(line -> Arrays.setAll(widths, i -> Math.max(widths[i], line.get(i).length())));
    lines()
        .forEach(
            line -> {
              var row = new StringBuilder();
              for (int i = 0; i < widths.length; i++) {
                row.append("  ")
                    .append(line.get(i))
                    .append(" ".repeat(widths[i] - line.get(i).length()));
              }
              text.append('\n').append(row.toString().stripTrailing());
            });
    return text.toString();
  }

  private Stream<List<String>> lines() {
    return Stream.concat(Stream.of(header), rows.stream());
  }
}
