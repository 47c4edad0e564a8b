package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.array_max;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.filter;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.sites.Sites;
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
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;

/**
 * Selects a round's URLs: the best pending ones, or the visited pages that are due with the highest
 * priority; of each host no more than its share, none of hosts that are delayed.
 *
 * <p>URLs are read three times. The first time, only their keys: a sketch of quantiles gives a key
 * that many more URLs reach than the round takes. The second time, what orders these URLs among
 * those of their hosts; it gives a key that at least as many URLs reach as the round takes. All
 * URLs are ordered if hosts have too few of these. The third time, whole rows of those that reach
 * the key; they are sorted by ranges. No task has all of them.
 *
 * <p>URLs of a shape that has no turn on its host are left out, unless nothing else is pending. Of
 * a shape whose turn comes within the round, the best URL keeps its place.
 *
 * <p>A host's share is the time in which an ordinary host takes {@code perHost} URLs, divided by
 * the host's own pace. So a slow host has fewer URLs in a round, and does not hold it up.
 */
final class RoundSelection {

  private static final int ACCURACY = 10_000;
  private static final int QUANTILES = 40;
  private static final long MORE = 16; // times the URLs of a round are enough, as a rule

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
   * @param limit the largest number of rows
   * @param now milliseconds since 1970
   * @param areKeysStored whether keys come from columns; those that plugins compute are read twice
   *     at most
   * @return rows of the table of URLs, each with its place from 0
   */
  JavaPairRDD<Row, Long> select(
      Dataset<Row> pending, Dataset<Row> hosts, int limit, long now, boolean areKeysStored) {
    OptionalDouble near =
        areKeysStored
            ? Keys.of(pending.select("key")).reachedBy(MORE * limit)
            : OptionalDouble.empty();
    Keys inTurn = Keys.of(keys(reaching(pending, near), hosts, now));
    if (near.isPresent() && inTurn.urls() < limit) {
      near = OptionalDouble.empty();
      inTurn = Keys.of(keys(pending, hosts, now));
    }
    OptionalDouble least = inTurn.reachedBy(limit);
    Dataset<Row> offered = offered(reaching(pending, least.isPresent() ? least : near), hosts, now);
    return sorted(shares(inTurn.urls() == 0 ? offered : withTurn(offered)))
        .javaRDD()
        .zipWithIndex()
        .filter(row -> row._2() < limit);
  }

  private static Dataset<Row> reaching(Dataset<Row> urls, OptionalDouble least) {
    return least.isPresent() ? urls.filter(col("key").geq(least.getAsDouble())) : urls;
  }

  /**
   * The order of all that may be selected and whose shapes have a turn, without what the order does
   * not need.
   */
  Dataset<Row> keys(Dataset<Row> pending, Dataset<Row> hosts, long now) {
    return shares(offered(pending, hosts, now).filter(col("waiting").isNull())).select("key");
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

  /**
   * URLs of hosts that are not delayed, with the share of the host and the shape that has no turn.
   */
  private Dataset<Row> offered(Dataset<Row> pending, Dataset<Row> hosts, long now) {
    Column slow =
        lit(plan.shareMillis()).divide(greatest(lit(1L), col("pace_millis"))).cast("long");
    Dataset<Row> known =
        hosts.select(
            col("host"),
            col("ready_at"),
            col("pages"),
            col("deferred"),
            greatest(lit(1L), slow).alias("by_pace"));
    Column left =
        lit((long) plan.spec().traps.get().pagesPerHost()).minus(coalesce(col("pages"), lit(0L)));
    Column isNew = col("outcome").isNull(); // the limit of pages is for them alone
    Column mayWait = isNew.and(not(col("seed"))).and(size(col("deferred")).gt(0));
    return pending
        .join(known, new String[] {"host"}, "left")
        .filter(coalesce(col("ready_at"), lit(0L)).leq(now))
        .withColumn(
            "share", least(lit((long) plan.rounds().perHost()), col("by_pace"), when(isNew, left)))
        .withColumn("waiting", when(mayWait, waiting()))
        .drop("deferred");
  }

  /** The shape for whose turn a URL must wait longest, and the requests that come before it. */
  private static Column waiting() {
    Column shapes =
        udf(
                (UDF1<String, List<Long>>) url -> Sites.shapes(CrawlUrl.of(url)),
                DataTypes.createArrayType(DataTypes.LongType))
            .apply(col("url"));
    Column turns =
        transform(
            shapes,
            shape ->
                struct(element_at(col("deferred"), shape).alias("requests"), shape.alias("shape")));
    return array_max(filter(turns, turn -> turn.getField("requests").isNotNull()));
  }

  /**
   * Of URLs whose shape has no turn, only the best of each shape whose turn comes among the others.
   */
  private Dataset<Row> withTurn(Dataset<Row> offered) {
    Column nth = row_number().over(Window.partitionBy("host", "waiting.shape").orderBy(sort()));
    Column others = count(when(col("waiting").isNull(), true)).over(Window.partitionBy("host"));
    Column comes = col("waiting.requests").lt(least(col("share"), col("others")));
    return offered
        .withColumn("nth", nth)
        .withColumn("others", others)
        .filter(col("waiting").isNull().or(comes.and(col("nth").equalTo(1))));
  }

  /** The best URLs of each host up to its share. */
  private Dataset<Row> shares(Dataset<Row> offered) {
    Column nth = row_number().over(Window.partitionBy("host").orderBy(sort()));
    return offered.withColumn("nth", nth).filter(col("nth").leq(col("share")));
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

  /**
   * The keys of URLs.
   *
   * @param urls their number
   * @param quantiles keys that a {@link #share} of them reaches
   */
  private record Keys(long urls, List<Double> quantiles) {

    static Keys of(Dataset<Row> keys) {
      String shares =
          IntStream.range(0, QUANTILES)
              .mapToObj(i -> String.format(Locale.ROOT, "%.9f", 1 - share(i)))
              .collect(Collectors.joining(","));
      Row row =
          keys.agg(
                  count(lit(1)),
                  expr("percentile_approx(key, array(" + shares + "), " + ACCURACY + ")"))
              .first();
      return new Keys(row.getLong(0), row.isNullAt(1) ? List.of() : row.getList(1));
    }

    /** Returns a key that at least {@code limit} URLs reach; empty if all may be needed. */
    OptionalDouble reachedBy(long limit) {
      double wanted = limit + 2.0 * urls / ACCURACY;
      for (int i = quantiles.size() - 1; i >= 0; i--) {
        if (share(i) * urls >= wanted) {
          return OptionalDouble.of(quantiles.get(i));
        }
      }
      return OptionalDouble.empty();
    }

    private static double share(int i) {
      return Math.pow(2, -i / 2.0);
    }
  }
}
