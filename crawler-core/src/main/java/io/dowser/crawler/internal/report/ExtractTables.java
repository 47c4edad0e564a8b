package io.dowser.crawler.internal.report;

import static java.util.stream.Collectors.joining;

import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.ExtractCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lays out on how many relevant pages of each host the extracted values are. */
public final class ExtractTables {

  private static final int MOST_ROWS = 200;
  private static final int MOST_NAMED = 3;

  private ExtractTables() {}

  private record Row(String host, String name, ExtractCounts counts) {

    long without() {
      return counts.pages() - counts.found();
    }
  }

  static void add(HtmlReport report, CrawlMetrics metrics) {
    List<Row> all = rows(metrics);
    if (all.isEmpty()) {
      return;
    }
    List<List<String>> rows =
        all.stream()
            .limit(MOST_ROWS)
            .map(
                row ->
                    List.of(
                        row.host,
                        row.name,
                        CrawlPage.whole(row.counts.found()),
                        CrawlPage.whole(row.counts.missing()),
                        CrawlPage.whole(row.counts.unread())))
            .toList();
    String count = rows.size() < all.size() ? " (the first " + rows.size() + ")" : "";
    report.section("Extracted values");
    report.table(
        new Table(
            "Relevant pages with values" + count,
            List.of("host", "name", "found", "missing", "unread"),
            rows));
  }

  /** Returns a line for each name without a value on most relevant pages of a host. */
  public static List<String> lines(CrawlMetrics metrics) {
    Map<String, List<Row>> byName = new TreeMap<>();
    rows(metrics).stream()
        .filter(row -> row.counts.isMostlyWithout())
        .forEach(row -> byName.computeIfAbsent(row.name, name -> new ArrayList<>()).add(row));
    return byName.entrySet().stream().map(rows -> line(rows.getKey(), rows.getValue())).toList();
  }

  private static String line(String name, List<Row> rows) {
    String named = rows.stream().limit(MOST_NAMED).map(ExtractTables::share).collect(joining(", "));
    int others = rows.size() - MOST_NAMED;
    String more =
        others > 0
            ? ", and on most of " + CrawlPage.counted(others, "other host", "other hosts")
            : "";
    return "no value of " + name + " on " + named + more;
  }

  private static String share(Row row) {
    String unread =
        row.counts.unread() == 0 ? "" : " (" + CrawlPage.whole(row.counts.unread()) + " unread)";
    return CrawlPage.whole(row.without())
        + " of "
        + CrawlPage.counted(row.counts.pages(), "relevant page", "relevant pages")
        + " of "
        + row.host
        + unread;
  }

  private static List<Row> rows(CrawlMetrics metrics) {
    return metrics.hosts().stream()
        .flatMap(
            host ->
                host.extracts().entrySet().stream()
                    .map(entry -> new Row(CrawlPage.name(host), entry.getKey(), entry.getValue())))
        .toList();
  }
}
