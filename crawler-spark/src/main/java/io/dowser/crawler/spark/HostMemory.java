package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.min;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * What earlier rounds have learned of hosts: the table of {@link HostNews}. For the driver's
 * thread.
 */
final class HostMemory {

  private static final String[] KEYS = {"host", "robotsUrl"};
  private static final int ROWS_OF_TASK = 10_000;
  private static final String RESTS_UNTIL = "restsUntil";

  private final KeyedTable table;
  private @Nullable JavaRDD<Row> known; // kept, because each query takes its time to plan

  HostMemory(SparkSession spark, CommitLog log, Broadcast<PartFile.Place> place) {
    table = new KeyedTable(spark, log, place, CrawlLayout.HOSTS, Columns.HOSTS, KEYS);
  }

  void restore(Commit commit) {
    table.restore(commit);
    known = null;
  }

  void save(Map<String, String> directories, Map<String, Long> counts) {
    table.save(directories, counts);
  }

  boolean isEmpty() {
    return table.isEmpty();
  }

  /** Takes in the news of a round; what it tells takes the place of what was known. */
  void learn(int round, Dataset<Row> news) {
    int tasks = 1 + (int) (table.deltaRows() / ROWS_OF_TASK);
    JavaRDD<Row> rows =
        byKey(table.delta(), false)
            .union(byKey(news, true))
            .reduceByKey((a, b) -> b._1() ? b : a, tasks)
            .values()
            .map(Tuple2::_2);
    table.replaceDelta(round, rows);
    table.compact(round);
    known = null;
  }

  /** Rows by what they are about, each with whether it is news. */
  private static JavaPairRDD<Tuple2<String, String>, Tuple2<Boolean, Row>> byKey(
      Dataset<Row> rows, boolean isNews) {
    return rows.javaRDD()
        .mapToPair(
            row ->
                new Tuple2<>(
                    new Tuple2<>(row.<String>getAs(KEYS[0]), row.<String>getAs(KEYS[1])),
                    new Tuple2<>(isNews, row)));
  }

  /** Says whether it costs little to look at all that is known. */
  boolean areFew() {
    return !table.hasBase() && table.deltaRows() <= ROWS_OF_TASK;
  }

  /** Rows of {@link Columns#HOSTS}. */
  JavaRDD<Row> all() {
    JavaRDD<Row> rows = known;
    if (rows == null) {
      rows = table.rows().javaRDD();
      known = rows;
    }
    return rows;
  }

  /** Rows of {@link Columns#HOSTS} about some hosts. */
  JavaRDD<Row> about(Set<String> names) {
    return all().filter(row -> names.contains(row.<String>getAs("host")));
  }

  /** The column {@code host}, of those that must rest. */
  Dataset<Row> resting(long now) {
    return table
        .rows()
        .filter(col("robotsUrl").equalTo("").and(col(RESTS_UNTIL).gt(now)))
        .select("host");
  }

  /** Says when the next host has rested enough, in milliseconds since 1970, if any ever has. */
  OptionalLong nextRested(long now) {
    Row next =
        table
            .rows()
            .filter(col(RESTS_UNTIL).gt(now).and(col(RESTS_UNTIL).lt(HostNews.NEVER)))
            .agg(min(RESTS_UNTIL))
            .first();
    return next.isNullAt(0) ? OptionalLong.empty() : OptionalLong.of(next.getLong(0));
  }
}
