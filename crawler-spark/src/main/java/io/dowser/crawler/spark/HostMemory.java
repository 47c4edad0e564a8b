package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.min;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What earlier rounds have learned of hosts: the table of {@link HostNews}. For the driver's
 * thread.
 */
final class HostMemory {

  private static final String[] KEYS = {"host", "robotsUrl"};
  private static final String RESTS_UNTIL = "restsUntil";

  private final KeyedTable table;

  HostMemory(SparkSession spark, CommitLog log, PartFile.Place place) {
    table = new KeyedTable(spark, log, place, CrawlLayout.HOSTS, Columns.HOSTS, KEYS);
  }

  void restore(Commit commit) {
    table.restore(commit);
  }

  void save(Map<String, String> directories, Map<String, Long> counts) {
    table.save(directories, counts);
  }

  boolean isEmpty() {
    return table.isEmpty();
  }

  /** Takes in the news of a round; what it tells takes the place of what was known. */
  void learn(int round, Dataset<Row> news) {
    Dataset<Row> fresh = news.dropDuplicates(KEYS);
    Dataset<Row> rest = table.delta().join(fresh.select(KEYS[0], KEYS[1]), KEYS, "left_anti");
    String[] names = Columns.HOSTS.fieldNames();
    table.replaceDelta(
        round,
        rest.unionByName(fresh)
            .select(names[0], Arrays.copyOfRange(names, 1, names.length))
            .javaRDD());
    table.compact(round);
  }

  /** Rows of {@link Columns#HOSTS} about some hosts. */
  JavaRDD<Row> about(Set<String> names) {
    return table.rows().javaRDD().filter(row -> names.contains(row.<String>getAs("host")));
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
