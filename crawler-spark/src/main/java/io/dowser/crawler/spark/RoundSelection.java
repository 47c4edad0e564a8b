package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * Selects a round's URLs: the best that wait, with at most so many of one host, none of hosts that
 * must rest.
 */
final class RoundSelection {

  private final KeyedTable urls;
  private final KeyedTable hosts;
  private final OrderKeys order;
  private final int maxDepth;
  private final int perHost;

  RoundSelection(KeyedTable urls, KeyedTable hosts, OrderKeys order, int maxDepth, int perHost) {
    this.urls = urls;
    this.hosts = hosts;
    this.order = order;
    this.maxDepth = maxDepth;
    this.perHost = perHost;
  }

  /**
   * Selects.
   *
   * @param limit how many at most
   * @param visited pages visited so far
   * @param anyRests whether any host may have to rest
   * @param now milliseconds since 1970
   * @return rows of {@link Columns#URLS} in one partition, best first
   */
  JavaRDD<Row> select(int limit, long visited, boolean anyRests, long now) {
    Dataset<Row> waiting = urls.rows().filter(col("open").and(col("depth").leq(maxDepth)));
    if (anyRests) {
      Dataset<Row> resting =
          hosts.rows().filter(col("robotsUrl").equalTo("").and(col("restsUntil").gt(now)));
      waiting = waiting.join(resting.select("host"), new String[] {"host"}, "left_anti");
    }
    var pass = new ChoiceTask(limit, perHost, order.turnRatio());
    return order
        .keyed(inOrder(waiting), visited)
        .javaRDD()
        .mapPartitions(pass)
        .coalesce(1, true)
        .mapPartitions(pass);
  }

  /** A join puts its keys first. */
  private static Dataset<Row> inOrder(Dataset<Row> rows) {
    String[] names = Columns.URLS.fieldNames();
    return rows.select(names[0], java.util.Arrays.copyOfRange(names, 1, names.length));
  }

  /** Hands selected URLs, and what is known of their hosts, to tasks by host. */
  JavaPairRDD<String, Handed> byHost(JavaRDD<Row> selected) {
    JavaPairRDD<String, Handed> assigned =
        selected.mapPartitionsToPair(
            rows -> {
              List<Tuple2<String, Handed>> all = new ArrayList<>();
              while (rows.hasNext()) {
                Row row = rows.next();
                all.add(new Tuple2<>(row.getAs("host"), new Handed(all.size(), row)));
              }
              return all.iterator();
            });
    return hosts.isEmpty() ? assigned : assigned.union(known(assigned));
  }

  private JavaPairRDD<String, Handed> known(JavaPairRDD<String, Handed> assigned) {
    Set<String> names = new HashSet<>(assigned.keys().distinct().collect());
    return hosts
        .rows()
        .javaRDD()
        .filter(row -> names.contains(row.<String>getAs("host")))
        .mapToPair(row -> new Tuple2<>(row.getAs("host"), new Handed(Handed.HOST, row)));
  }
}
