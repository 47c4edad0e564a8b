package io.dowser.crawler.lab;

import io.dowser.crawler.internal.report.LineChart;
import io.dowser.crawler.internal.report.LineChart.Line;
import io.dowser.crawler.internal.report.LineChart.Point;
import io.dowser.crawler.internal.report.LineChart.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The curves of a study, each with the band of its 95 % intervals. */
final class Curves {

  private static final int POINTS = 80;

  private final StudyResult result;

  Curves(StudyResult result) {
    this.result = result;
  }

  /** A metric of a run after some pages. */
  interface Curve {
    double after(RunMeasures run, int pages);
  }

  LineChart recall() {
    return chart("Share of all relevant pages that were fetched", "recall", RunMeasures::recallAt);
  }

  LineChart harvest() {
    return chart("Share of relevant pages among those fetched", "harvest", RunMeasures::harvestAt);
  }

  LineChart windowed() {
    return chart(
        "Share of relevant pages among the last " + RunMeasures.window(result.budget()),
        "windowed harvest",
        RunMeasures::windowedAt);
  }

  private LineChart chart(String title, String label, Curve curve) {
    List<Series> series =
        result.strategies().stream()
            .sorted(best().reversed())
            .map(strategy -> series(strategy, curve))
            .toList();
    return new LineChart(title, "pages fetched", label, series);
  }

  /** Legends read from the best to the worst, in the order of the lines' ends. */
  private Comparator<Strategy> best() {
    return Comparator.comparingDouble(strategy -> result.estimate(strategy, Measure.RECALL).mean());
  }

  private Series series(Strategy strategy, Curve curve) {
    var points = new ArrayList<Point>();
    for (int pages : places(result.budget())) {
      Estimate at = Estimate.of(result.values(strategy.name(), run -> curve.after(run, pages)));
      double low = Math.max(0, at.low());
      points.add(new Point(pages, at.mean(), low, Math.max(at.mean(), Math.min(1, at.high()))));
    }
    Line line = strategy.isReference() ? Line.REFERENCE : Line.PLAIN;
    return new Series(strategy.name(), line, points);
  }

  /** Some numbers of pages, evenly spread, the first and the last among them. */
  static List<Integer> places(int budget) {
    int steps = Math.min(POINTS, budget);
    return IntStream.rangeClosed(1, steps)
        .map(step -> (int) Math.round((double) step * budget / steps))
        .distinct()
        .boxed()
        .toList();
  }
}
