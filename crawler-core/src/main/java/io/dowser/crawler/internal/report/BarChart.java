package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Horizontal bars, at least one, one below the other. */
public record BarChart(String title, String valueLabel, List<Bar> bars) {

  /** One bar, whose value is 0 or more. */
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
