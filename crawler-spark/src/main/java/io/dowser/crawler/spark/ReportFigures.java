package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.desc;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Stall;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.report.CrawlFigures;
import io.dowser.crawler.report.CrawlFigures.Host;
import io.dowser.crawler.report.CrawlFigures.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Makes the report of a crawl out of its tables; what is brought to the driver is bounded, however
 * long the crawl was.
 */
final class ReportFigures {

  private static final int MOST_POINTS = 512;
  private static final int MOST_HOSTS = 10_000;
  private static final int LAST_DEPTH = 63;
  private static final int MOST_SEEDS = 1_000;

  private final Dataset<Row> visits;
  private final CrawlCounts counts;
  private final int rounds;

  ReportFigures(CrawlTables tables, CrawlCounts counts) {
    this.visits = tables.visits();
    this.counts = counts;
    this.rounds = tables.round();
  }

  CrawlReport report(StopReason reason) {
    List<Progress> progress = progress();
    var figures =
        new CrawlFigures(
            progress, hosts(), depths(), troubles(), new ReportPaths(visits).longest());
    return new CrawlReport(reason, statistics(progress), failedSeeds(), Optional.empty(), figures);
  }

  private CrawlStatistics statistics(List<Progress> progress) {
    double harvest =
        progress.isEmpty() ? 0 : progress.get(progress.size() - 1).windowedHarvestRate();
    return new CrawlStatistics(
        counts.get(CrawlCounts.VISITED),
        counts.get(CrawlCounts.RELEVANT),
        counts.get(CrawlCounts.FAILED),
        counts.get(CrawlCounts.REDIRECTS),
        (int) Math.min(Integer.MAX_VALUE, counts.get(CrawlCounts.WAITING)),
        0,
        counts.get(CrawlCounts.KNOWN),
        counts.get(CrawlCounts.BYTES),
        harvest,
        Duration.ofNanos(counts.get(CrawlCounts.NANOS)),
        0,
        counts.get(CrawlCounts.COPIES),
        0,
        Stall.NONE);
  }

  /** A point for each round, or for several if there are many; the window is what it spans. */
  private List<Progress> progress() {
    int stride = 1 + rounds / MOST_POINTS;
    List<Row> rows =
        new ArrayList<>(
            visited()
                .groupBy(floor(col("round").divide(stride)).cast("long").as("part"))
                .agg(
                    count(lit(1)).as("visited"),
                    counted(col("relevant")).as("relevant"),
                    min("time").as("from"),
                    max("time").as("to"))
                .collectAsList());
    rows.sort(Comparator.comparingLong((Row row) -> row.getLong(0)));
    List<Progress> points = new ArrayList<>();
    long visited = 0;
    long relevant = 0;
    for (Row row : rows) {
      visited += row.getLong(1);
      relevant += row.getLong(2);
      Duration elapsed = Duration.ofMillis(row.getLong(4) - rows.get(0).getLong(3));
      double rate = (double) row.getLong(2) / row.getLong(1);
      points.add(new Progress(visited, relevant, rate, elapsed));
    }
    return points;
  }

  private Dataset<Row> visited() {
    return visits.filter(isVisited());
  }

  private static Column isVisited() {
    return col("outcome").equalTo(RoundRecorder.VISITED);
  }

  private static Column counted(Column condition) {
    return count(when(condition, 1));
  }

  private List<Host> hosts() {
    Dataset<Row> hosts =
        visits
            .groupBy("host")
            .agg(
                counted(isVisited()).as("visited"),
                counted(col("relevant")).as("relevant"),
                counted(col("outcome").equalTo("FETCH_FAILED")).as("failed"),
                sum("fetchNanos").as("nanos"));
    List<Host> named =
        hosts.orderBy(desc("visited"), col("host")).limit(MOST_HOSTS).collectAsList().stream()
            .map(ReportFigures::host)
            .toList();
    if (named.size() < MOST_HOSTS) {
      return named;
    }
    return withOthers(named);
  }

  private List<Host> withOthers(List<Host> named) {
    Row all =
        visits
            .agg(
                lit("").as("host"),
                counted(isVisited()),
                counted(col("relevant")),
                counted(col("outcome").equalTo("FETCH_FAILED")),
                sum("fetchNanos"))
            .first();
    Host others = host(all);
    List<Host> kept = new ArrayList<>(named.subList(0, MOST_HOSTS - 1));
    for (Host host : kept) {
      others =
          new Host(
              "",
              others.visited() - host.visited(),
              others.relevant() - host.relevant(),
              others.failed() - host.failed(),
              others.fetching().minus(host.fetching()));
    }
    kept.add(others);
    return kept;
  }

  private static Host host(Row row) {
    long nanos = row.isNullAt(4) ? 0 : row.getLong(4);
    return new Host(
        row.getString(0), row.getLong(1), row.getLong(2), row.getLong(3), Duration.ofNanos(nanos));
  }

  private List<Long> depths() {
    Long[] depths = new Long[LAST_DEPTH + 1];
    Arrays.fill(depths, 0L);
    int used = 0;
    for (Row row :
        visited()
            .groupBy(least(col("depth"), lit(LAST_DEPTH)).as("depth"))
            .count()
            .collectAsList()) {
      depths[row.getInt(0)] = row.getLong(1);
      used = Math.max(used, row.getInt(0) + 1);
    }
    return List.of(depths).subList(0, used);
  }

  private Map<String, Long> troubles() {
    var sorted = new LinkedHashMap<String, Long>();
    counts.copy().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(CrawlCounts.TROUBLE) && entry.getValue() > 0)
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(
            entry ->
                sorted.put(
                    entry.getKey().substring(CrawlCounts.TROUBLE.length()), entry.getValue()));
    return sorted;
  }

  /** What a seed redirects to is a seed itself. */
  private Map<CrawlUrl, String> failedSeeds() {
    var failed = new LinkedHashMap<CrawlUrl, String>();
    for (Row row :
        visits
            .filter(col("seed").and(isVisited().equalTo(false)))
            .filter(col("outcome").notEqual(AbandonReason.REDIRECTED.name()))
            .orderBy("round", "place")
            .limit(MOST_SEEDS)
            .select("url", "outcome", "detail")
            .collectAsList()) {
      failed.put(CrawlUrl.of(row.getString(0)), row.getString(1) + " " + row.getString(2));
    }
    return failed;
  }
}
