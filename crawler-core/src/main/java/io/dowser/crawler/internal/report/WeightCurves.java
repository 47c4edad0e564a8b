package io.dowser.crawler.internal.report;

import io.dowser.crawler.internal.report.LineChart.Line;
import io.dowser.crawler.internal.report.LineChart.Point;
import io.dowser.crawler.internal.report.LineChart.Series;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Adds how the weights of a scorer that learns have moved. */
final class WeightCurves {

  private WeightCurves() {}

  static void add(HtmlReport report, CrawlMetrics metrics) {
    Set<String> names = new TreeSet<>();
    metrics.progress().forEach(at -> names.addAll(at.weights().keySet()));
    if (!names.isEmpty()) {
      List<Series> series = names.stream().map(name -> series(name, metrics.progress())).toList();
      report
          .section("What the scorer has learned")
          .chart(
              new LineChart("Weights in the scores of links", "pages visited", "weight", series));
    }
  }

  private static Series series(String name, List<Progress> progress) {
    List<Point> points =
        progress.stream()
            .filter(at -> at.weights().containsKey(name))
            .map(at -> Point.of((double) at.visited(), at.weights().get(name)))
            .toList();
    return new Series(name, Line.PLAIN, points);
  }
}
