package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.unix_millis;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.report.RelevantPaths;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Host;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import io.dowser.crawler.report.CrawlMetrics.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Creates crawler-core's report out of the table of visits; what is brought to the driver is
 * bounded, however long the crawl was.
 */
final class RoundReport {

  private static final String NAME = "dowser";
  private static final int MOST_POINTS = 512;
  private static final int MOST_SEEDS = 1_000;
  private static final int MOST_HOSTS = 10_000;
  private static final int LAST_DEPTH = 63;

  private final Dataset<Row> visits;
  private final Dataset<Row> pages;
  private final CrawlCounts counts;
  private final int rounds;

  /**
   * Begins.
   *
   * @param visits the table of visits
   * @param rounds the latest round
   */
  RoundReport(Dataset<Row> visits, int rounds, CrawlCounts counts) {
    this.visits = visits;
    this.pages = visits.filter(col("outcome").equalTo(RoundRecorder.VISITED));
    this.rounds = rounds;
    this.counts = counts;
  }

  CrawlReport report(StopReason reason) {
    List<Progress> progress = progress();
    var metrics =
        new CrawlMetrics(
            Instant.EPOCH,
            Map.of(),
            progress,
            hosts(),
            depths(),
            counts.problems(),
            paths(),
            List.of(),
            0,
            List.of(),
            List.of(),
            Map.of(),
            Map.of(),
            List.of());
    return new CrawlReport(
        NAME, reason, statistics(progress), failedSeeds(), Optional.empty(), metrics);
  }

  private static Column relevant() {
    return count_if(coalesce(col("relevant"), lit(false)));
  }

  /** A point for each round, or for several; the harvest rate is that of these rounds. */
  private List<Progress> progress() {
    int stride = 1 + rounds / MOST_POINTS;
    List<Row> rows =
        pages
            .groupBy(floor(col("round").divide(stride)).alias("stretch"))
            .agg(
                count_if(lit(true)),
                relevant(),
                min(unix_millis(col("time"))),
                max(unix_millis(col("time"))))
            .orderBy("stretch")
            .collectAsList();
    List<Progress> points = new ArrayList<>();
    long visited = 0;
    long relevant = 0;
    long start = rows.stream().mapToLong(row -> row.getLong(3)).min().orElse(0);
    for (Row row : rows) {
      visited += row.getLong(1);
      relevant += row.getLong(2);
      double rate = (double) row.getLong(2) / row.getLong(1);
      points.add(new Progress(visited, relevant, rate, Duration.ofMillis(row.getLong(4) - start)));
    }
    return points;
  }

  /** Hosts, those with most pages first. */
  private List<Host> hosts() {
    return visits
        .groupBy("host")
        .agg(
            count_if(col("outcome").equalTo(RoundRecorder.VISITED)).alias("pages"),
            relevant(),
            count_if(col("outcome").equalTo("FETCH_FAILED")),
            coalesce(sum("fetch_nanos"), lit(0L)))
        .orderBy(col("pages").desc(), col("host"))
        .limit(MOST_HOSTS)
        .collectAsList()
        .stream()
        .map(
            row ->
                new Host(
                    row.getString(0),
                    row.getLong(1),
                    row.getLong(2),
                    row.getLong(3),
                    "",
                    Duration.ofNanos(row.getLong(4)),
                    Map.of()))
        .toList();
  }

  /** Pages at each depth. */
  private List<Long> depths() {
    List<Row> rows =
        pages
            .groupBy(least(col("depth"), lit(LAST_DEPTH)).alias("at"))
            .agg(count_if(lit(true)))
            .orderBy("at")
            .collectAsList();
    List<Long> depths = new ArrayList<>();
    for (Row row : rows) {
      while (depths.size() < row.getInt(0)) {
        depths.add(0L);
      }
      depths.add(row.getLong(1));
    }
    return depths;
  }

  /** The ways to relevant pages among the first visits; texts of links are not kept. */
  private List<List<Step>> paths() {
    List<Row> first =
        pages
            .orderBy("round", "place")
            .limit(RelevantPaths.MOST_VISITS)
            .select("url", "parent", "page_url", "score", "relevance", "depth", "relevant")
            .collectAsList();
    RelevantPaths<String> paths = new RelevantPaths<>();
    long number = 1;
    for (Row row : first) {
      var step = new Step(number++, row.getString(2), "", row.getDouble(3), row.getDouble(4));
      String parent = row.isNullAt(1) ? "" : row.getString(1);
      paths.add(row.getString(0), step, parent, row.getInt(5), row.getBoolean(6));
    }
    return paths.longest();
  }

  private CrawlStatistics statistics(List<Progress> progress) {
    double harvest =
        progress.isEmpty() ? 0 : progress.get(progress.size() - 1).windowedHarvestRate();
    return new CrawlStatistics(
        NAME,
        counts.get(CrawlCounts.VISITED),
        counts.get(CrawlCounts.RELEVANT),
        counts.get(CrawlCounts.FAILED),
        counts.get(CrawlCounts.REDIRECTS),
        (int) Math.min(Integer.MAX_VALUE, counts.get(CrawlCounts.PENDING)),
        0,
        counts.get(CrawlCounts.KNOWN),
        counts.get(CrawlCounts.BYTES),
        harvest,
        Duration.ofNanos(counts.get(CrawlCounts.NANOS)),
        0,
        counts.irrelevant(),
        0,
        CrawlStatistics.Stall.NONE,
        0,
        0,
        counts.rechecks(),
        CrawlStatistics.Load.NONE);
  }

  /** Seeds whose latest visit gave no page; what a seed redirects to is a seed itself. */
  private Map<CrawlUrl, String> failedSeeds() {
    var failed = new LinkedHashMap<CrawlUrl, String>();
    Dataset<Row> latest = Maintenance.latest(visits.filter(col("seed")), "url");
    latest
        .filter(
            col("outcome")
                .notEqual(RoundRecorder.VISITED)
                .and(col("outcome").notEqual("REDIRECTED")))
        .orderBy("round", "place")
        .limit(MOST_SEEDS)
        .select("url", "outcome", "detail")
        .collectAsList()
        .forEach(
            row ->
                failed.put(
                    CrawlUrl.of(row.getString(0)), row.getString(1) + " " + row.getString(2)));
    return failed;
  }
}
