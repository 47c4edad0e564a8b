package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Lines, at least one, over a common horizontal axis, each with the band of its intervals. */
public record LineChart(String title, String xLabel, String yLabel, List<Series> series) {

  /** The style of a line. */
  public enum Line {
    /** In a separate colour. */
    PLAIN,
    /** In grey with dashes, for the ends of a scale and other things to compare with. */
    REFERENCE
  }

  /** One point, with the interval that its value is known to; its ends are {@code y} if none. */
  public record Point(double x, double y, double low, double high) {

    public Point {
      if (!(Double.isFinite(x) && low <= y && y <= high && Double.isFinite(high - low))) {
        throw new IllegalArgumentException(
            "a point must be finite with low <= y <= high, but was x "
                + x
                + ", y "
                + y
                + ", low "
                + low
                + ", high "
                + high);
      }
    }

    /** Creates a point without an interval. */
    public static Point of(double x, double y) {
      return new Point(x, y, y, y);
    }
  }

  /** One line of a chart, with its points from left to right, at least one. */
  public record Series(String name, Line line, List<Point> points) {

    public Series {
      requireNonNull(name, "name");
      requireNonNull(line, "line");
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("series '" + name + "' must have at least one point");
      }
    }
  }

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
