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
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/**
 * Selects a round's URLs: the best that wait, with at most so many of one host, none of hosts that
 * must rest.
 */
final class RoundSelection {

  private final KeyedTable urls;
  private final HostMemory hosts;
  private final OrderKeys order;
  private final int maxDepth;
  private final int perHost;

  RoundSelection(KeyedTable urls, HostMemory hosts, OrderKeys order, int maxDepth, int perHost) {
    this.urls = urls;
    this.hosts = hosts;
    this.order = order;
    this.maxDepth = maxDepth;
    this.perHost = perHost;
  }

  /**
   * Selects.
   *
   * @param round the round
   * @param limit how many at most
   * @param visited pages visited so far
   * @param anyRests whether any host may have to rest
   * @param now milliseconds since 1970
   * @return rows that begin with {@link Columns#URLS}, in one partition, best first
   */
  JavaRDD<InternalRow> select(int round, int limit, long visited, boolean anyRests, long now) {
    Dataset<Row> waiting = urls.rows().filter(col("open").and(col("depth").leq(maxDepth)));
    if (anyRests) {
      waiting = waiting.join(hosts.resting(now), new String[] {"host"}, "left_anti");
    }
    int handedOut = (int) Math.min(Integer.MAX_VALUE, (long) limit * order.sample());
    int ofHost = (int) Math.min(Integer.MAX_VALUE, (long) perHost * order.sample());
    var pass = new ChoiceTask(handedOut, ofHost, order.turnRatio());
    return CrawlTables.internal(order.keyed(waiting, visited, round))
        .mapPartitions(pass)
        .coalesce(1, true)
        .mapPartitions(pass);
  }

  /** Hands selected URLs, and what is known of their hosts, to tasks by host. */
  JavaPairRDD<String, Handed> byHost(JavaRDD<InternalRow> selected) {
    JavaPairRDD<String, Handed> assigned =
        selected.mapPartitionsToPair(
            rows -> {
              List<Tuple2<String, Handed>> all = new ArrayList<>();
              while (rows.hasNext()) {
                InternalRow row = rows.next();
                String host = row.getUTF8String(UrlRow.HOST).toString();
                all.add(new Tuple2<>(host, new Handed.Url(all.size(), row)));
              }
              return all.iterator();
            });
    return hosts.isEmpty() ? assigned : assigned.union(known(assigned));
  }

  private JavaPairRDD<String, Handed> known(JavaPairRDD<String, Handed> assigned) {
    Set<String> names = new HashSet<>(assigned.keys().collect());
    return hosts
        .about(names)
        .mapToPair(row -> new Tuple2<>(row.getAs("host"), new Handed.Host(row)));
  }
}
