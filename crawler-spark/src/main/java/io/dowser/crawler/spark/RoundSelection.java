package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * Selects a round's URLs: the best pending ones, or the visited pages that are due with the highest
 * priority; of each host no more than its share, none of hosts that are delayed.
 *
 * <p>URLs are read twice. The first time, only what orders them: a sketch of quantiles gives a key
 * that at least as many URLs reach as the round takes. The second time, whole rows of those that
 * reach it; they are sorted by ranges. No task has all of them.
 *
 * <p>A host's share is the time in which an ordinary host takes {@code perHost} URLs, divided by
 * the host's own pace. So a slow host has fewer URLs in a round, and does not hold it up.
 */
final class RoundSelection {

  private static final int ACCURACY = 10_000;
  private static final int QUANTILES = 40;

  private final CrawlPlan plan;
  private final VisitOrder order;

  RoundSelection(CrawlPlan plan) {
    this.plan = plan;
    this.order = plan.task().order();
  }

  /**
   * Selects.
   *
   * @param pending rows of the table of URLs with a key, the highest first
   * @param hosts the latest row of each host
   * @param limit how many at most
   * @param now milliseconds since 1970
   * @return rows of the table of URLs, each with its place from 0
   */
  JavaPairRDD<Row, Long> select(Dataset<Row> pending, Dataset<Row> hosts, int limit, long now) {
    OptionalDouble least = threshold(keys(pending, hosts, now), limit);
    Dataset<Row> best =
        least.isPresent() ? pending.filter(col("key").geq(least.getAsDouble())) : pending;
    return sorted(shares(best, hosts, now))
        .javaRDD()
        .zipWithIndex()
        .filter(row -> row._2() < limit);
  }

  /** The order of all that may be selected, without what the order does not need. */
  Dataset<Row> keys(Dataset<Row> pending, Dataset<Row> hosts, long now) {
    return shares(pending, hosts, now).select("key");
  }

  /**
   * Returns the pending URLs with their keys.
   *
   * @param visited pages visited so far
   */
  Dataset<Row> pending(Dataset<Row> urls, long visited) {
    return urls.filter(
            col("outcome")
                .isNull()
                .and(col("depth").leq(plan.spec().maxDepth.get()))
                .and(order.admits()))
        .withColumn("key", order.key(visited));
  }

  /** The best URLs of each host up to its share, and none of delayed hosts. */
  private Dataset<Row> shares(Dataset<Row> pending, Dataset<Row> hosts, long now) {
    long millis = plan.shareMillis();
    Column slow = lit(millis).divide(greatest(lit(1L), col("pace_millis"))).cast("long");
    Column left =
        lit((long) plan.spec().traps.get().pagesPerHost()).minus(coalesce(col("pages"), lit(0L)));
    Dataset<Row> known =
        hosts.select(
            col("host"), col("ready_at"), col("pages"), greatest(lit(1L), slow).alias("share"));
    Column nth = row_number().over(Window.partitionBy("host").orderBy(sort()));
    Column isNew = col("outcome").isNull(); // the limit of pages is for them alone
    return pending
        .join(known, new String[] {"host"}, "left")
        .filter(coalesce(col("ready_at"), lit(0L)).leq(now))
        .withColumn("nth", nth)
        .filter(col("nth").leq(least(lit((long) plan.perHost()), col("share"))))
        .filter(not(isNew).or(col("nth").leq(left)));
  }

  private Column[] sort() {
    List<Column> columns = new ArrayList<>();
    columns.add(col("key").desc());
    columns.addAll(order.ties());
    return columns.toArray(Column[]::new);
  }

  Dataset<Row> sorted(Dataset<Row> urls) {
    return urls.orderBy(sort());
  }

  /** A key that at least {@code limit} URLs reach; empty if all may be needed. */
  private static OptionalDouble threshold(Dataset<Row> keys, int limit) {
    String shares =
        IntStream.range(0, QUANTILES)
            .mapToObj(i -> String.format(Locale.ROOT, "%.9f", 1 - share(i)))
            .collect(Collectors.joining(","));
    Row row =
        keys.agg(
                count(lit(1)),
                expr("percentile_approx(key, array(" + shares + "), " + ACCURACY + ")"))
            .first();
    double all = row.getLong(0);
    double wanted = limit + 2 * all / ACCURACY;
    for (int i = QUANTILES - 1; i >= 0; i--) {
      if (share(i) * all >= wanted) {
        return OptionalDouble.of(row.<Double>getList(1).get(i));
      }
    }
    return OptionalDouble.empty();
  }

  private static double share(int i) {
    return Math.pow(2, -i / 2.0);
  }
}
