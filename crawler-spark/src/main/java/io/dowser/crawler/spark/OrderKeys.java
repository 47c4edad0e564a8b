package io.dowser.crawler.spark;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.XXH64;

/**
 * What pending URLs are ordered by in a round: three numbers, of which higher ones go first, one
 * after the other.
 *
 * @param order the order of the crawl
 * @param visited pages visited so far
 * @param round the round
 */
record OrderKeys(VisitOrder order, long visited, int round) implements Serializable {

  /** Follows the columns of {@link Columns#URLS} if URLs go by ranks. */
  private static final int RANK = Columns.URLS.size();

  private static final long HASH_START = 42;

  /** How many URLs are handed out for each that a round shall visit. */
  int sample() {
    return order instanceof VisitOrder.WangLandau walk ? walk.sample() : 1;
  }

  /** URLs of the first queue for each of the second; 0 if a queue waits until those before end. */
  int turnRatio() {
    return order instanceof VisitOrder.Shark shark ? shark.turnRatio() : 0;
  }

  /** Reports whether a pending URL may be visited at all. */
  boolean admits(InternalRow url) {
    return !(order instanceof VisitOrder.Shark shark)
        || shark.releasesRejected()
        || url.getInt(UrlRow.QUEUE) < 2;
  }

  /** Returns the keys of a URL. */
  Choice.Entry entry(InternalRow url) {
    double tie = url.getDouble(UrlRow.TIE);
    double score = url.getDouble(UrlRow.SCORE);
    if (order instanceof VisitOrder.Shark shark) {
      return entry(url, seedFirst(url, value(shark, url)), score, tie);
    } else if (order instanceof VisitOrder.BreadthFirst) {
      return entry(url, seedFirst(url, 0), 0, 0);
    } else if (order instanceof VisitOrder.PageRank rank) {
      double of = url.isNullAt(RANK) ? 1 - rank.a() : url.getDouble(RANK);
      return entry(url, seedFirst(url, of), tie, 0);
    } else if (order instanceof VisitOrder.WangLandau) {
      return entry(url, seedFirst(url, draw(url)), 0, 0);
    }
    return entry(url, score, tie, 0);
  }

  private double value(VisitOrder.Shark shark, InternalRow url) {
    double share = visited == 0 ? 0 : (double) url.getLong(UrlRow.IN_LINKS) / visited;
    return shark.theta() * url.getDouble(UrlRow.SCORE) + (1 - shark.theta()) * share;
  }

  /** A number for a URL and a round that looks random and is the same each time. */
  private double draw(InternalRow url) {
    long high = XXH64.hashLong(url.getLong(UrlRow.HIGH), HASH_START);
    return XXH64.hashInt(round, XXH64.hashLong(url.getLong(UrlRow.LOW), high));
  }

  private static double seedFirst(InternalRow url, double key) {
    return url.getBoolean(UrlRow.SEED) ? Double.POSITIVE_INFINITY : key;
  }

  private static Choice.Entry entry(InternalRow url, double key, double second, double third) {
    return new Choice.Entry(
        url.getUTF8String(UrlRow.HOST),
        url.getInt(UrlRow.QUEUE),
        key,
        second,
        third,
        url.getLong(UrlRow.BORN),
        url);
  }
}
