package io.dowser.benchmarks;

import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Draws what a long crawl costs over the number of URLs that it knows, on a logarithmic axis: one
 * panel for each quantity, from zero up.
 */
final class GrowthChart {

  private static final int WIDTH = 560;
  private static final int HEIGHT = 200;
  private static final int LEFT = 52;
  private static final int TOP = 26;
  private static final int BOTTOM = 34;
  private static final int LINES = 4; // across a panel

  private final List<Point> points = new ArrayList<>();
  private final StringBuilder svg = new StringBuilder();

  /** One moment of the crawl; a rate that is not known there is not a number. */
  record Point(
      double known, double pagesPerSecond, double heap, double disk, double commitMillis) {}

  void add(Point point) {
    points.add(point);
  }

  /** Writes the chart, if there is something to draw. */
  void write(Path file) throws IOException {
    if (points.isEmpty()) {
      return;
    }
    panel(0, "pages a second", Point::pagesPerSecond);
    panel(1, "live heap, MB", Point::heap);
    panel(2, "directory, MB", Point::disk);
    panel(3, "a commit, ms", Point::commitMillis);
    Files.writeString(
        file,
        Report.text(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                    + " font-family=\"sans-serif\" font-size=\"11\">%n"
                    + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                2 * WIDTH, 2 * HEIGHT)
            + svg
            + "</svg>\n");
  }

  private void panel(int number, String title, ToDoubleFunction<Point> value) {
    List<Point> shown =
        points.stream().filter(each -> !Double.isNaN(value.applyAsDouble(each))).toList();
    double top = roundUp(shown.stream().mapToDouble(value).max().orElse(1));
    add("<g transform=\"translate(%d %d)\">%n", number % 2 * WIDTH, number / 2 * HEIGHT);
    add("<text x=\"%d\" y=\"16\" font-weight=\"bold\">%s over known URLs</text>%n", LEFT, title);
    for (int line = 0; line <= LINES; line++) {
      across(top * line / LINES, top);
    }
    decades();
    add("<polyline fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\" points=\"");
    shown.forEach(each -> add("%.1f,%.1f ", x(each.known()), y(value.applyAsDouble(each), top)));
    add("\"/>%n</g>%n");
  }

  private void across(double value, double top) {
    add(
        "<path d=\"M%d %.1fH%d\" stroke=\"#dddddd\"/>"
            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>%n",
        LEFT, y(value, top), WIDTH - 12, LEFT - 5, y(value, top) + 4, value);
  }

  private void decades() {
    for (double known = Math.pow(10, first()); known <= Math.pow(10, last()); known *= 10) {
      add(
          "<path d=\"M%.1f %dV%d\" stroke=\"#eeeeee\"/>"
              + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,.0f</text>%n",
          x(known), TOP, HEIGHT - BOTTOM, x(known), HEIGHT - BOTTOM + 16, known);
    }
  }

  private double first() {
    return Math.floor(Math.log10(points.get(0).known()));
  }

  private double last() {
    return Math.max(first() + 1, Math.log10(points.get(points.size() - 1).known()));
  }

  private double x(double known) {
    double share = (Math.log10(known) - first()) / (last() - first());
    return LEFT + share * (WIDTH - 40 - LEFT);
  }

  private static double y(double value, double top) {
    return HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP);
  }

  /** Returns the next number whose first digit alone is not zero, or 1. */
  private static double roundUp(double value) {
    double unit = Math.pow(10, Math.floor(Math.log10(Math.max(1, value))));
    return Math.max(1, Math.ceil(value / unit) * unit);
  }

  @FormatMethod
  private void add(String format, Object... values) {
    svg.append(Report.text(format, values));
  }
}
