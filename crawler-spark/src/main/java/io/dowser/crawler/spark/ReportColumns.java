package io.dowser.crawler.spark;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of {@link Columns#VISITS} of which a report is made. */
final class ReportColumns {

  private static final List<String> NAMES =
      List.of(
          "round",
          "place",
          "host",
          "outcome",
          "depth",
          "relevant",
          "time",
          "fetchNanos",
          "seed",
          "url",
          "detail",
          Columns.HIGH,
          Columns.LOW,
          "parentHigh",
          "parentLow",
          "pageUrl",
          "score",
          "relevance");

  static final int ROUND = NAMES.indexOf("round");
  static final int PLACE = NAMES.indexOf("place");
  static final int HOST = NAMES.indexOf("host");
  static final int OUTCOME = NAMES.indexOf("outcome");
  static final int DEPTH = NAMES.indexOf("depth");
  static final int RELEVANT = NAMES.indexOf("relevant");
  static final int TIME = NAMES.indexOf("time");
  static final int FETCH_NANOS = NAMES.indexOf("fetchNanos");
  static final int SEED = NAMES.indexOf("seed");
  static final int URL = NAMES.indexOf("url");
  static final int DETAIL = NAMES.indexOf("detail");
  static final int HIGH = NAMES.indexOf(Columns.HIGH);
  static final int LOW = NAMES.indexOf(Columns.LOW);
  static final int PARENT_HIGH = NAMES.indexOf("parentHigh");
  static final int PARENT_LOW = NAMES.indexOf("parentLow");
  static final int PAGE_URL = NAMES.indexOf("pageUrl");
  static final int SCORE = NAMES.indexOf("score");
  static final int RELEVANCE = NAMES.indexOf("relevance");

  private ReportColumns() {}

  /** The columns, in the order of their numbers here. */
  static StructType schema() {
    return new StructType(
        NAMES.stream()
            .map(name -> Columns.VISITS.fields()[Columns.VISITS.fieldIndex(name)])
            .toArray(StructField[]::new));
  }

  static String text(InternalRow row, int column) {
    return row.getUTF8String(column).toString();
  }

  static boolean isVisited(InternalRow row) {
    return text(row, OUTCOME).equals(RoundRecorder.VISITED);
  }
}
