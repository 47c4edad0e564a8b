package io.dowser.crawler.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One line of a {@link LineChart}.
 *
 * @param name what it shows, for the legend
 * @param line how it is drawn
 * @param points its points from left to right, at least one
 */
public record Series(String name, Line line, List<Point> points) {

  /** How a line is drawn. */
  public enum Line {
    /** In a colour of its own. */
    PLAIN,
    /** In grey with dashes, for the ends of a scale and other things to compare with. */
    REFERENCE
  }

  /**
   * One point, with the interval that its value is known to.
   *
   * @param x place on the horizontal axis; finite
   * @param y value; finite
   * @param low lower end of the interval, {@code y} if there is none; finite
   * @param high upper end of the interval, {@code y} if there is none; finite
   */
  public record Point(double x, double y, double low, double high) {

    /**
     * Checks the numbers.
     *
     * @param x place on the horizontal axis
     * @param y value
     * @param low lower end of the interval
     * @param high upper end of the interval
     * @throws IllegalArgumentException if one is not finite, or they are not in the order low, y,
     *     high
     */
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

    /**
     * Creates a point without an interval.
     *
     * @param x place on the horizontal axis
     * @param y value
     * @return the point
     * @throws IllegalArgumentException if one is not finite
     */
    public static Point of(double x, double y) {
      return new Point(x, y, y, y);
    }
  }

  /**
   * Copies the points.
   *
   * @param name what it shows
   * @param line how it is drawn
   * @param points its points from left to right
   * @throws IllegalArgumentException if there is no point
   */
  public Series {
    requireNonNull(name, "name");
    requireNonNull(line, "line");
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("series '" + name + "' must have at least one point");
    }
  }
}
