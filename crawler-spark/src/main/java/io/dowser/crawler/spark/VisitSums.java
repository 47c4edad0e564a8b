package io.dowser.crawler.spark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.report.CrawlMetrics.Host;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/**
 * What the visits of a crawl come to by stretches of rounds, by hosts and by depths, in one pass;
 * what is brought to the driver is bounded, however long the crawl was.
 */
final class VisitSums {

  private static final int MOST_HOSTS = 10_000;
  private static final int LAST_DEPTH = 63;
  private static final int MOST_PARTS = 16;

  private final Map<Integer, Sum> stretches = new TreeMap<>();
  private final Map<Integer, Sum> depths = new TreeMap<>();
  private final List<Tuple2<Key, Sum>> hosts;

  private enum Kind {
    STRETCH,
    DEPTH,
    HOST
  }

  /**
   * What a sum is about.
   *
   * @param number of a stretch or a depth; 0 for a host
   * @param host the host, empty for all that are not reported apart and for other kinds
   */
  private record Key(Kind kind, int number, String host) implements Serializable {

    /** Enums have another hash code in each process. */
    @Override
    public int hashCode() {
      return 31 * (31 * kind.name().hashCode() + number) + host.hashCode();
    }
  }

  /** Sums of some visits; {@code from} and {@code to} are the times of the first and last page. */
  private record Sum(long visited, long relevant, long failed, long nanos, long from, long to)
      implements Serializable {

    static final Sum NONE = new Sum(0, 0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE);

    Sum plus(Sum other) {
      return new Sum(
          visited + other.visited,
          relevant + other.relevant,
          failed + other.failed,
          nanos + other.nanos,
          Math.min(from, other.from),
          Math.max(to, other.to));
    }

    Host host(String name) {
      return new Host(name, visited, relevant, failed, "", Duration.ofNanos(nanos));
    }
  }

  private VisitSums(List<Tuple2<Key, Sum>> sums) {
    hosts = new ArrayList<>();
    for (Tuple2<Key, Sum> sum : sums) {
      Key key = sum._1();
      switch (key.kind()) {
        case STRETCH -> stretches.put(key.number(), sum._2());
        case DEPTH -> depths.put(key.number(), sum._2());
        case HOST -> hosts.add(sum);
      }
    }
  }

  /**
   * Adds up.
   *
   * @param visits rows of {@link ReportColumns}
   * @param stride rounds of a stretch
   */
  static VisitSums of(JavaRDD<InternalRow> visits, int stride) {
    return new VisitSums(
        visits
            .flatMapToPair(row -> parts(row, stride).iterator())
            .reduceByKey(Sum::plus, Math.min(MOST_PARTS, Math.max(1, visits.getNumPartitions())))
            .mapPartitions(VisitSums::bounded)
            .collect());
  }

  private static List<Tuple2<Key, Sum>> parts(InternalRow row, int stride) {
    String host = ReportColumns.text(row, ReportColumns.HOST);
    String outcome = ReportColumns.text(row, ReportColumns.OUTCOME);
    var ofHost = new Key(Kind.HOST, 0, host);
    if (!outcome.equals(RoundRecorder.VISITED)) {
      long failed = outcome.equals(AbandonReason.FETCH_FAILED.name()) ? 1 : 0;
      return List.of(
          new Tuple2<>(ofHost, new Sum(0, 0, failed, 0, Long.MAX_VALUE, Long.MIN_VALUE)));
    }
    long time = row.getLong(ReportColumns.TIME);
    long relevant = row.getBoolean(ReportColumns.RELEVANT) ? 1 : 0;
    var sum = new Sum(1, relevant, 0, row.getLong(ReportColumns.FETCH_NANOS), time, time);
    int depth = Math.min(LAST_DEPTH, row.getInt(ReportColumns.DEPTH));
    return List.of(
        new Tuple2<>(ofHost, sum),
        new Tuple2<>(new Key(Kind.DEPTH, depth, ""), sum),
        new Tuple2<>(new Key(Kind.STRETCH, row.getInt(ReportColumns.ROUND) / stride, ""), sum));
  }

  private static Iterator<Tuple2<Key, Sum>> bounded(Iterator<Tuple2<Key, Sum>> sums) {
    List<Tuple2<Key, Sum>> others = new ArrayList<>();
    List<Tuple2<Key, Sum>> hosts = new ArrayList<>();
    sums.forEachRemaining(sum -> (sum._1().kind() == Kind.HOST ? hosts : others).add(sum));
    others.addAll(bounded(hosts));
    return others.iterator();
  }

  /**
   * The hosts with most pages; the last entry, without a name, has the others, if there are any.
   */
  private static List<Tuple2<Key, Sum>> bounded(List<Tuple2<Key, Sum>> hosts) {
    hosts.sort(
        Comparator.comparing((Tuple2<Key, Sum> sum) -> sum._1().host().isEmpty())
            .thenComparing(sum -> -sum._2().visited())
            .thenComparing(sum -> sum._1().host()));
    if (hosts.size() < MOST_HOSTS) {
      return hosts;
    }
    List<Tuple2<Key, Sum>> kept = new ArrayList<>(hosts.subList(0, MOST_HOSTS - 1));
    Sum others =
        hosts.subList(MOST_HOSTS - 1, hosts.size()).stream()
            .map(Tuple2::_2)
            .reduce(Sum.NONE, Sum::plus);
    kept.add(new Tuple2<>(new Key(Kind.HOST, 0, ""), others));
    return kept;
  }

  /** A point for each stretch; the harvest rate is that of the stretch. */
  List<Progress> progress() {
    List<Progress> points = new ArrayList<>();
    long visited = 0;
    long relevant = 0;
    long start = stretches.values().stream().mapToLong(Sum::from).min().orElse(0);
    for (Sum stretch : stretches.values()) {
      visited += stretch.visited();
      relevant += stretch.relevant();
      double rate = (double) stretch.relevant() / stretch.visited();
      Duration elapsed = Duration.ofMillis(stretch.to() - start);
      points.add(new Progress(visited, relevant, rate, elapsed));
    }
    return points;
  }

  /** The first stretch with which this many pages were visited, or the last one there is. */
  int stretchOf(long pages) {
    long visited = 0;
    int last = 0;
    for (Map.Entry<Integer, Sum> stretch : stretches.entrySet()) {
      last = stretch.getKey();
      visited += stretch.getValue().visited();
      if (visited >= pages) {
        break;
      }
    }
    return last;
  }

  /** Hosts, those with most pages first. */
  List<Host> hosts() {
    return bounded(hosts).stream().map(sum -> sum._2().host(sum._1().host())).toList();
  }

  /** Pages at each depth. */
  List<Long> depths() {
    int used = depths.keySet().stream().mapToInt(depth -> depth + 1).max().orElse(0);
    Long[] pages = new Long[used];
    Arrays.fill(pages, 0L);
    depths.forEach((depth, sum) -> pages[depth] = sum.visited());
    return List.of(pages);
  }
}
