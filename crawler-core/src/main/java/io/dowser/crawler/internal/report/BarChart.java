package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Horizontal bars, one below the other.
 *
 * @param title what it shows, in one line
 * @param valueLabel what the bars count
 * @param bars the bars from top to bottom, at least one
 */
public record BarChart(String title, String valueLabel, List<Bar> bars) {

  /**
   * One bar.
   *
   * @param name what it stands for
   * @param value its length; 0 or more, finite
   */
  public record Bar(String name, double value) {

    public Bar {
      requireNonNull(name, "name");
      if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) { // written so that NaN fails too
        throw new IllegalArgumentException(
            "bar '" + name + "' must be 0 or more and finite, but was " + value);
      }
    }
  }

  public BarChart {
    requireNonNull(title, "title");
    requireNonNull(valueLabel, "valueLabel");
    bars = List.copyOf(bars);
    if (bars.isEmpty()) {
      throw new IllegalArgumentException("chart '" + title + "' must have at least one bar");
    }
  }
}
