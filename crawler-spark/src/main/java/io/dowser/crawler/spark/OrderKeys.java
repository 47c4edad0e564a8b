package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * What waiting URLs are ordered by: gives each the columns {@link ChoiceTask#KEYS}. For the
 * driver's thread.
 */
final class OrderKeys {

  private final VisitOrder order;
  private final PageRanks ranks;

  OrderKeys(VisitOrder order, PageRanks ranks) {
    this.order = order;
    this.ranks = ranks;
  }

  int turnRatio() {
    return order instanceof VisitOrder.Shark shark ? shark.turnRatio() : 0;
  }

  /** How many URLs are handed out for each that a round shall visit. */
  int sample() {
    return order instanceof VisitOrder.WangLandau walk ? walk.sample() : 1;
  }

  /** Gives each waiting URL its keys, behind the columns of {@link Columns#URLS}. */
  Dataset<Row> keyed(Dataset<Row> waiting, long visited, int round) {
    if (order instanceof VisitOrder.Shark shark) {
      return shark(waiting, shark, visited);
    } else if (order instanceof VisitOrder.BreadthFirst) {
      return keyed(waiting, seedFirst(lit(0.0)), lit(0.0), lit(0.0));
    } else if (order instanceof VisitOrder.PageRank rank) {
      Dataset<Row> ranked = ranks.join(waiting);
      Column key = seedFirst(coalesce(col("rank"), lit(1 - rank.a())));
      return keyed(ranked, key, col("tie"), lit(0.0));
    } else if (order instanceof VisitOrder.WangLandau) {
      Column draw = xxhash64(col(Columns.HIGH), col(Columns.LOW), lit(round)).cast("double");
      return keyed(waiting, seedFirst(draw), lit(0.0), lit(0.0));
    }
    return keyed(waiting, col("score"), col("tie"), lit(0.0));
  }

  private static Dataset<Row> shark(Dataset<Row> waiting, VisitOrder.Shark shark, long visited) {
    Column share = visited == 0 ? lit(0.0) : col("inLinks").divide(lit((double) visited));
    Column value = col("score").multiply(shark.theta()).plus(share.multiply(1 - shark.theta()));
    Dataset<Row> allowed = shark.releasesRejected() ? waiting : waiting.filter(col("queue").lt(2));
    return keyed(allowed, seedFirst(value), col("score"), col("tie"));
  }

  private static Column seedFirst(Column key) {
    return when(col("seed"), lit(Double.POSITIVE_INFINITY)).otherwise(key);
  }

  /** In one step, because Spark plans a query anew for each. */
  private static Dataset<Row> keyed(Dataset<Row> waiting, Column key, Column second, Column third) {
    Stream<Column> keys =
        Stream.of(
            key.as(ChoiceTask.KEYS.get(0)),
            second.as(ChoiceTask.KEYS.get(1)),
            third.as(ChoiceTask.KEYS.get(2)));
    Stream<Column> columns = Stream.of(Columns.URLS.fieldNames()).map(functions::col);
    return waiting.select(Stream.concat(columns, keys).toArray(Column[]::new));
  }
}
