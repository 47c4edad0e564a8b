package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;

import io.dowser.crawler.report.CrawlFigures.Step;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Finds ways to relevant pages among a crawl's first visits. */
final class ReportPaths {

  private static final int MOST_ORIGINS = 10_000;
  private static final int MOST_PATHS = 10;

  private final Map<Fingerprint, Origin> origins = new HashMap<>();

  private record Origin(Step step, Fingerprint parent, int depth, boolean relevant) {}

  ReportPaths(Dataset<Row> visits) {
    List<Row> first =
        visits
            .filter(col("outcome").equalTo(RoundRecorder.VISITED))
            .orderBy("round", "place")
            .limit(MOST_ORIGINS)
            .collectAsList();
    long number = 1;
    for (Row row : first) {
      var step =
          new Step(
              number++,
              row.<String>getAs("pageUrl"),
              "", // texts of links are not kept
              row.<Double>getAs("score"),
              row.<Double>getAs("relevance"));
      origins.put(
          fingerprint(row, "high", "low"),
          new Origin(
              step,
              fingerprint(row, "parentHigh", "parentLow"),
              row.<Integer>getAs("depth"),
              row.<Boolean>getAs("relevant")));
    }
  }

  private static Fingerprint fingerprint(Row row, String high, String low) {
    return new Fingerprint(row.<Long>getAs(high), row.<Long>getAs(low));
  }

  /** The longest ways, from the seed to the page; one begins later if an ancestor was later. */
  List<List<Step>> longest() {
    return origins.values().stream()
        .filter(Origin::relevant)
        .sorted(
            Comparator.comparingInt(Origin::depth)
                .reversed()
                .thenComparingLong(origin -> origin.step().number()))
        .limit(MOST_PATHS)
        .map(this::path)
        .toList();
  }

  private List<Step> path(Origin page) {
    Deque<Step> steps = new ArrayDeque<>();
    for (@Nullable Origin at = page;
        at != null && steps.size() < MOST_ORIGINS;
        at = origins.get(at.parent())) {
      steps.addFirst(at.step());
    }
    return List.copyOf(steps);
  }
}
