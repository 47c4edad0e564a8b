package io.dowser.crawler.spark;

import static org.apache.spark.sql.types.DataTypes.BinaryType;
import static org.apache.spark.sql.types.DataTypes.BooleanType;
import static org.apache.spark.sql.types.DataTypes.DoubleType;
import static org.apache.spark.sql.types.DataTypes.IntegerType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;
import static org.apache.spark.sql.types.DataTypes.createArrayType;

import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of the tables. */
final class Columns {

  /** The URL a row is about: its fingerprint. */
  static final String HIGH = "high";

  static final String LOW = "low";

  /**
   * A URL that is known.
   *
   * <ul>
   *   <li>{@code host} is what delays between requests, and what a task has all URLs of
   *   <li>{@code open} while it waits; a URL is closed once and for all when something came of it
   *   <li>{@code queue} 0 is served first, 1 next, 2 last; only Shark has more than one
   *   <li>{@code score} is the scorer's, positive infinity for a seed
   *   <li>{@code inLinks} counts the visited pages that link to it
   *   <li>{@code born} orders URLs by discovery: round, place of the page in it, place of the link
   *   <li>{@code parentHigh} and {@code parentLow} name the page whose link gave the score
   *   <li>{@code hops} counts the redirects that led to it
   * </ul>
   */
  static final StructType URLS = pending("open");

  /** A URL of which something came, in the order {@code place} of its round. */
  static final StructType VISITS =
      new StructType()
          .add("round", IntegerType, false)
          .add("place", IntegerType, false)
          .add(HIGH, LongType, false)
          .add(LOW, LongType, false)
          .add("url", StringType, false)
          .add("host", StringType, false)
          .add("outcome", StringType, false)
          .add("detail", StringType, false)
          .add("depth", IntegerType, false)
          .add("score", DoubleType, false)
          .add("seed", BooleanType, false)
          .add("parentHigh", LongType, false)
          .add("parentLow", LongType, false)
          .add("hops", IntegerType, false)
          .add("pageUrl", StringType, true)
          .add("relevance", DoubleType, true)
          .add("relevant", BooleanType, true)
          .add("time", LongType, true)
          .add("fetchNanos", LongType, true)
          .add("status", IntegerType, true)
          .add("contentType", StringType, true)
          .add("bytes", LongType, true)
          .add("duplicate", StringType, true)
          .add("pathState", createArrayType(DoubleType, false), true)
          .add("executor", StringType, false);

  /**
   * A link, once for each distinct target of a page: its page, and what it reports of its target by
   * the names of {@link #URLS}, whose host is that of its URL; not {@code scored} if the target was
   * closed in the same task.
   */
  static final StructType LINKS =
      new StructType()
          .add("sourceHigh", LongType, false)
          .add("sourceLow", LongType, false)
          .add(HIGH, LongType, false)
          .add(LOW, LongType, false)
          .add("url", StringType, false)
          .add("scored", BooleanType, false)
          .add("queue", IntegerType, false)
          .add("score", DoubleType, false)
          .add("tie", DoubleType, false)
          .add("depth", IntegerType, false)
          .add("born", LongType, false)
          .add("pathState", createArrayType(DoubleType, false), false)
          .add("features", createArrayType(IntegerType, false), false);

  /**
   * Where a URL redirects to: what the target takes over from the URL, by the names of {@link
   * #URLS}, always {@code scored}.
   */
  static final StructType REDIRECTS = pending("scored");

  /**
   * Rows of {@link #LINKS} and {@link #REDIRECTS}, as far as they describe a target: the columns of
   * {@link #URLS}, and those that only these have. Columns that a row's own table lacks are null.
   */
  static final StructType FOUND =
      nullable(URLS)
          .add("sourceHigh", LongType, true)
          .add("sourceLow", LongType, true)
          .add("scored", BooleanType, true);

  /** The fingerprint of a row of any table of URLs. */
  static final StructType FINGERPRINT =
      new StructType().add(HIGH, LongType, false).add(LOW, LongType, false);

  /** A page, if pages are kept in Parquet. */
  static final StructType PAGES =
      new StructType()
          .add("url", StringType, false)
          .add("time", LongType, false)
          .add("status", IntegerType, false)
          .add("headers", StringType, false)
          .add("body", BinaryType, false);

  /** What was learned of a host; see {@link HostUpdates}. */
  static final StructType HOSTS =
      new StructType()
          .add("host", StringType, false)
          .add("readyAt", LongType, false)
          .add("putOffs", IntegerType, false)
          .add("robotsUrl", StringType, false)
          .add("robotsTime", LongType, false)
          .add("robotsStatus", IntegerType, false)
          .add("robotsType", StringType, false)
          .add("robotsBody", BinaryType, false);

  /** Columns, of whatever table, whose values repeat so much that a dictionary is shorter. */
  static final List<String> FEW_VALUES =
      List.of(
          "host",
          "outcome",
          "executor",
          "contentType",
          "round",
          "depth",
          "queue",
          "hops",
          "status");

  /**
   * Columns, of whatever table, of which the smallest and the largest value have no information.
   */
  static final List<String> ANY_VALUES =
      List.of(
          LOW,
          "sourceHigh",
          "sourceLow",
          "parentHigh",
          "parentLow",
          "url",
          "pageUrl",
          "detail",
          "tie",
          "pathState.list.element",
          "features.list.element");

  private Columns() {}

  private static StructType nullable(StructType columns) {
    var copy = new StructType();
    for (StructField column : columns.fields()) {
      copy = copy.add(column.name(), column.dataType(), true);
    }
    return copy;
  }

  private static StructType pending(String flag) {
    return new StructType()
        .add(HIGH, LongType, false)
        .add(LOW, LongType, false)
        .add("url", StringType, false)
        .add("host", StringType, false)
        .add(flag, BooleanType, false)
        .add("queue", IntegerType, false)
        .add("score", DoubleType, false)
        .add("tie", DoubleType, false)
        .add("depth", IntegerType, false)
        .add("inLinks", LongType, false)
        .add("born", LongType, false)
        .add("seed", BooleanType, false)
        .add("parentHigh", LongType, false)
        .add("parentLow", LongType, false)
        .add("hops", IntegerType, false)
        .add("pathState", createArrayType(DoubleType, false), false)
        .add("features", createArrayType(IntegerType, false), false);
  }
}
