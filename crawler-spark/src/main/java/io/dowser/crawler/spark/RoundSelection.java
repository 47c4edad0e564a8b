package io.dowser.crawler.spark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Tuple2;

/**
 * Selects a round's URLs: the best pending ones, with at most this many of one host, none of hosts
 * that must be delayed.
 */
final class RoundSelection {

  private final UrlTable urls;
  private final HostMemory hosts;
  private final VisitOrder order;
  private final PageRanks ranks;
  private final int maxDepth;
  private final int perHost;

  RoundSelection(UrlTable urls, HostMemory hosts, PageRanks ranks, CrawlPlan plan) {
    this.urls = urls;
    this.hosts = hosts;
    this.ranks = ranks;
    this.order = plan.task().order();
    this.maxDepth = plan.maxDepth();
    this.perHost = plan.perHost();
  }

  /**
   * Selects.
   *
   * @param round the round
   * @param limit how many at most
   * @param visited pages visited so far
   * @param anyDelayed whether any host may have to rest
   * @param now milliseconds since 1970
   * @return rows that begin with {@link Columns#URLS}, in one partition, best first
   */
  JavaRDD<InternalRow> select(int round, int limit, long visited, boolean anyDelayed, long now) {
    JavaRDD<InternalRow> known =
        order instanceof VisitOrder.PageRank
            ? CrawlTables.internal(ranks.join(urls.rows()))
            : urls.scan();
    Set<UTF8String> delayed = anyDelayed ? hosts.delayed(now) : Set.of();
    var keys = new OrderKeys(order, visited, round);
    int handedOut = (int) Math.min(Integer.MAX_VALUE, (long) limit * keys.sample());
    int ofHost = (int) Math.min(Integer.MAX_VALUE, (long) perHost * keys.sample());
    var pass = new ChoiceTask(keys, maxDepth, handedOut, ofHost, delayed);
    return known.mapPartitions(pass).coalesce(1, true).mapPartitions(pass);
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
    // few travel as they are: to ask first which ones are needed is a job of its own
    JavaRDD<InternalRow> rows =
        hosts.areFew() ? hosts.all() : hosts.about(new HashSet<>(assigned.keys().collect()));
    return rows.mapToPair(row -> new Tuple2<>(HostUpdates.host(row), new Handed.Host(row)));
  }
}
