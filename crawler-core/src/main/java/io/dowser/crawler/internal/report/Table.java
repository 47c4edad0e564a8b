package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Strings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of texts, with one column or more; each row has a text for each. */
public record Table(String caption, List<String> header, List<List<String>> rows) {

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
    int[] widths = new int[header.size()];
    lines().forEach(line -> Arrays.setAll(widths, i -> Math.max(widths[i], line.get(i).length())));
    return lines().map(line -> padded(line, widths)).collect(joining("\n", caption + "\n", ""));
  }

  private static String padded(List<String> line, int[] widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(i -> "  " + Strings.padEnd(line.get(i), widths[i], ' '))
        .collect(joining())
        .stripTrailing();
  }

  private Stream<List<String>> lines() {
    return Stream.concat(Stream.of(header), rows.stream());
  }
}
