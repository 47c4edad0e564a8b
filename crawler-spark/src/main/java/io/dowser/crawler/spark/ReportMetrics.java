package io.dowser.crawler.spark;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.report.RelevantPaths;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Creates the report of a crawl out of its tables; what is brought to the driver is bounded,
 * however long the crawl was.
 */
final class ReportMetrics {

  private static final String NAME = "dowser";
  private static final int MOST_POINTS = 512;
  private static final int MOST_SEEDS = 1_000;

  private final JavaRDD<InternalRow> visits;
  private final CrawlCounts counts;
  private final int rounds;

  /**
   * Begins.
   *
   * @param visits rows of {@link ReportColumns}
   * @param rounds how many rounds they are of
   */
  ReportMetrics(JavaRDD<InternalRow> visits, int rounds, CrawlCounts counts) {
    this.visits = visits;
    this.rounds = rounds;
    this.counts = counts;
  }

  CrawlReport report(StopReason reason) {
    int stride = 1 + rounds / MOST_POINTS; // a point for each round, or for several
    VisitSums sums = VisitSums.of(visits, stride);
    List<Progress> progress = sums.progress();
    int lastRound = (sums.stretchOf(RelevantPaths.MOST_VISITS) + 1) * stride - 1;
    var metrics =
        new CrawlMetrics(
            Instant.EPOCH,
            Map.of(),
            progress,
            sums.hosts(),
            sums.depths(),
            troubles(),
            ReportPaths.longest(visits, lastRound),
            List.of(),
            List.of(),
            List.of());
    return new CrawlReport(
        NAME, reason, statistics(progress), failedSeeds(), Optional.empty(), metrics);
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
        counts.get(CrawlCounts.DUPLICATES),
        0,
        CrawlStatistics.Stall.NONE,
        0,
        0,
        0,
        0,
        CrawlStatistics.Load.NONE);
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

  /** A seed of which no page came. */
  private record FailedSeed(int round, int place, String url, String why)
      implements Serializable, Comparable<FailedSeed> {

    static FailedSeed of(InternalRow row) {
      return new FailedSeed(
          row.getInt(ReportColumns.ROUND),
          row.getInt(ReportColumns.PLACE),
          ReportColumns.text(row, ReportColumns.URL),
          ReportColumns.text(row, ReportColumns.OUTCOME)
              + " "
              + ReportColumns.text(row, ReportColumns.DETAIL));
    }

    /** What a seed redirects to is a seed itself. */
    static boolean is(InternalRow row) {
      return row.getBoolean(ReportColumns.SEED)
          && !ReportColumns.isVisited(row)
          && !ReportColumns.text(row, ReportColumns.OUTCOME)
              .equals(AbandonReason.REDIRECTED.name());
    }

    @Override
    public int compareTo(FailedSeed other) {
      int byRound = Integer.compare(round, other.round);
      return byRound != 0 ? byRound : Integer.compare(place, other.place);
    }
  }

  private Map<CrawlUrl, String> failedSeeds() {
    var failed = new LinkedHashMap<CrawlUrl, String>();
    visits
        .filter(FailedSeed::is)
        .map(FailedSeed::of)
        .takeOrdered(MOST_SEEDS)
        .forEach(seed -> failed.put(CrawlUrl.of(seed.url()), seed.why()));
    return failed;
  }
}
