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

  /** The most lines that a reader can distinguish, without the two of the references. */
  private static final int MOST_LINES = 5;

  private final StudyResult result;

  Curves(StudyResult result) {
    this.result = result;
  }

  /** A metric of a run after some pages. */
  interface Curve {
    double after(RunMeasures run, int pages);
  }

  /**
   * Returns the charts: all metrics of the best strategies, and the recall of the others. The
   * references are in each.
   */
  List<LineChart> all() {
    List<Strategy> ranked = new ArrayList<>(Verdict.ranked(result));
    List<Strategy> first = new ArrayList<>(ranked.subList(0, Math.min(MOST_LINES, ranked.size())));
    if (!first.contains(result.baseline()) && !ranked.isEmpty()) {
      first.set(first.size() - 1, result.baseline());
    }
    ranked.removeAll(first);
    String which = ranked.isEmpty() ? "" : ": the best strategies";
    var charts = new ArrayList<LineChart>();
    charts.add(recall(first, which));
    charts.add(
        chart(
            "Share of relevant pages among those fetched" + which,
            "harvest",
            RunMeasures::harvestAt,
            first));
    charts.add(
        chart(
            "Share of relevant pages among the last " + RunMeasures.window(result.budget()) + which,
            "windowed harvest",
            RunMeasures::windowedAt,
            first));
    for (int i = 0; i < ranked.size(); i += MOST_LINES) {
      List<Strategy> next = ranked.subList(i, Math.min(i + MOST_LINES, ranked.size()));
      charts.add(charts.size() - 2, recall(next, ": other strategies"));
    }
    return charts;
  }

  private LineChart recall(List<Strategy> strategies, String which) {
    String title = "Share of all relevant pages that were fetched" + which;
    return chart(title, "recall", RunMeasures::recallAt, strategies);
  }

  /** Returns a chart whose legend lists the best first, in the order of the lines' ends. */
  private LineChart chart(String title, String label, Curve curve, List<Strategy> strategies) {
    List<Series> series =
        result.strategies().stream()
            .filter(each -> each.isReference() || strategies.contains(each))
            .sorted(best().reversed())
            .map(strategy -> series(strategy, curve))
            .toList();
    return new LineChart(title, "pages fetched", label, series);
  }

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

  /** Returns some numbers of pages, evenly spread, with the first and the last. */
  static List<Integer> places(int budget) {
    int steps = Math.min(POINTS, budget);
    return IntStream.rangeClosed(1, steps)
        .map(step -> (int) Math.round((double) step * budget / steps))
        .distinct()
        .boxed()
        .toList();
  }
}
