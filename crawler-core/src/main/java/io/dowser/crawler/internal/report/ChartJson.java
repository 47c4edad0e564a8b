package io.dowser.crawler.internal.report;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;

/** Charts as JSON that may stand in a {@code script} element. */
final class ChartJson {

  private ChartJson() {}

  static String of(LineChart chart) {
    List<?> series = chart.series().stream().map(ChartJson::series).toList();
    return Json.of(ImmutableMap.of("x", chart.xLabel(), "y", chart.yLabel(), "series", series));
  }

  private static Map<String, Object> series(LineChart.Series series) {
    return ImmutableMap.of(
        "name", series.name(),
        "reference", series.line() == LineChart.Line.REFERENCE,
        "points", series.points().stream().map(ChartJson::point).toList());
  }

  private static List<Double> point(LineChart.Point point) {
    return List.of(point.x(), point.y(), point.low(), point.high());
  }

  static String of(BarChart chart) {
    List<?> bars = chart.bars().stream().map(ChartJson::bar).toList();
    return Json.of(ImmutableMap.of("x", chart.valueLabel(), "bars", bars));
  }

  private static Map<String, Object> bar(BarChart.Bar bar) {
    return ImmutableMap.of("name", bar.name(), "value", bar.value());
  }
}
