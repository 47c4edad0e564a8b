package io.dowser.crawler.spark;

import io.dowser.crawler.internal.report.RelevantPaths;
import io.dowser.crawler.report.CrawlMetrics.Step;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;

/** Finds the ways to relevant pages among a crawl's first visits. */
final class ReportPaths {

  private ReportPaths() {}

  /** A visited page. */
  private record Arrival(
      int round,
      int place,
      Fingerprint page,
      Fingerprint parent,
      String pageUrl,
      double score,
      double relevance,
      int depth,
      boolean relevant)
      implements Serializable, Comparable<Arrival> {

    static Arrival of(InternalRow row) {
      return new Arrival(
          row.getInt(ReportColumns.ROUND),
          row.getInt(ReportColumns.PLACE),
          new Fingerprint(row.getLong(ReportColumns.HIGH), row.getLong(ReportColumns.LOW)),
          new Fingerprint(
              row.getLong(ReportColumns.PARENT_HIGH), row.getLong(ReportColumns.PARENT_LOW)),
          ReportColumns.text(row, ReportColumns.PAGE_URL),
          row.getDouble(ReportColumns.SCORE),
          row.getDouble(ReportColumns.RELEVANCE),
          row.getInt(ReportColumns.DEPTH),
          row.getBoolean(ReportColumns.RELEVANT));
    }

    /** Texts of links are not kept. */
    Step step(long number) {
      return new Step(number, pageUrl, "", score, relevance);
    }

    /** The order of the crawl. */
    @Override
    public int compareTo(Arrival other) {
      int byRound = Integer.compare(round, other.round);
      return byRound != 0 ? byRound : Integer.compare(place, other.place);
    }
  }

  /**
   * Finds them.
   *
   * @param visits rows of {@link ReportColumns}
   * @param lastRound after this one as many pages were visited as can be looked at
   */
  static List<List<Step>> longest(JavaRDD<InternalRow> visits, int lastRound) {
    List<Arrival> first =
        visits
            .filter(
                row -> row.getInt(ReportColumns.ROUND) <= lastRound && ReportColumns.isVisited(row))
            .map(Arrival::of)
            .takeOrdered(RelevantPaths.MOST_VISITS);
    RelevantPaths<Fingerprint> paths = new RelevantPaths<>();
    long number = 1;
    for (Arrival at : first) {
      paths.add(at.page(), at.step(number++), at.parent(), at.depth(), at.relevant());
    }
    return paths.longest();
  }
}
