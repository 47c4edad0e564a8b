package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;

import io.dowser.crawler.report.CrawlFigures.Step;
import io.dowser.crawler.report.RelevantPaths;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reads the ways to relevant pages from a crawl's first visits. */
final class ReportPaths {

  private final RelevantPaths<Fingerprint> paths = new RelevantPaths<>();

  ReportPaths(Dataset<Row> visits) {
    List<Row> first =
        visits
            .filter(col("outcome").equalTo(RoundRecorder.VISITED))
            .orderBy("round", "place")
            .limit(RelevantPaths.MOST_VISITS)
            .collectAsList();
    long number = 1;
    for (Row row : first) {
      paths.add(
          fingerprint(row, "high", "low"),
          step(number++, row),
          fingerprint(row, "parentHigh", "parentLow"),
          row.<Integer>getAs("depth"),
          row.<Boolean>getAs("relevant"));
    }
  }

  private static Step step(long number, Row row) {
    return new Step(
        number,
        row.<String>getAs("pageUrl"),
        "", // texts of links are not kept
        row.<Double>getAs("score"),
        row.<Double>getAs("relevance"));
  }

  private static Fingerprint fingerprint(Row row, String high, String low) {
    return new Fingerprint(row.<Long>getAs(high), row.<Long>getAs(low));
  }

  List<List<Step>> longest() {
    return paths.longest();
  }
}
