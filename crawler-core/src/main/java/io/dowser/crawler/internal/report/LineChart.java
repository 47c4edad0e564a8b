package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Lines over a common horizontal axis, each with the band of its intervals.
 *
 * @param title what it shows, in one line
 * @param xLabel what the horizontal axis counts
 * @param yLabel what the vertical axis counts
 * @param series the lines, at least one
 */
public record LineChart(String title, String xLabel, String yLabel, List<Series> series)
    implements ReportPart {

  public LineChart {
    requireNonNull(title, "title");
    requireNonNull(xLabel, "xLabel");
    requireNonNull(yLabel, "yLabel");
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("chart '" + title + "' must have at least one series");
    }
  }
}
