package io.dowser.crawler.internal.report;

import io.dowser.crawler.internal.report.LineChart.Line;
import io.dowser.crawler.internal.report.LineChart.Point;
import io.dowser.crawler.internal.report.LineChart.Series;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Change;
import io.dowser.crawler.report.CrawlMetrics.ChangePoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Adds what checks of visited pages have found. */
final class ChangeTables {

  private static final double SECONDS_OF_HOUR = 3600;

  private ChangeTables() {}

  static void add(HtmlReport report, CrawlMetrics metrics) {
    if (metrics.changes().isEmpty()) {
      return;
    }
    report.section("Changes").chart(curve(metrics.changeCurve()));
    var last = new ArrayList<>(metrics.changes());
    Collections.reverse(last);
    report.table(
        new Table(
            "The last changes that checks have found",
            List.of("page", "what has changed", "time"),
            last.stream().map(ChangeTables::row).toList()));
  }

  private static List<String> row(Change change) {
    return List.of(change.url(), change.what(), Times.seconds(change.time()));
  }

  private static LineChart curve(List<ChangePoint> points) {
    Instant first = points.get(0).time();
    List<Point> curve =
        points.stream()
            .map(at -> Point.of(hours(first, at.time()), (double) at.changes()))
            .toList();
    return new LineChart(
        "Changes over time",
        "hours since the first change",
        "changes",
        List.of(new Series("changes found", Line.PLAIN, curve)));
  }

  private static double hours(Instant from, Instant to) {
    return Duration.between(from, to).toSeconds() / SECONDS_OF_HOUR;
  }
}
