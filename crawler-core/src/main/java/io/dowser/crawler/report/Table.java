package io.dowser.crawler.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A table of texts.
 *
 * @param caption what it shows, in one line
 * @param header the names of the columns, at least one
 * @param rows the rows, each with one text a column, possibly none
 */
public record Table(String caption, List<String> header, List<List<String>> rows)
    implements ReportPart {

  /**
   * Copies the rows.
   *
   * @param caption what it shows, in one line
   * @param header the names of the columns
   * @param rows the rows
   * @throws IllegalArgumentException if there is no column, or a row has another number of texts
   */
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
}
