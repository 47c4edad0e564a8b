package io.dowser.crawler.spark;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Tuple2;

/**
 * What earlier rounds have learned of hosts: the table of {@link HostUpdates}. For the driver's
 * thread.
 */
final class HostMemory {

  private static final int ROWS_OF_TASK = 10_000;

  private final JavaSparkContext context;
  private final Broadcast<PartFile.Place> place;
  private final Layers layers;

  HostMemory(JavaSparkContext context, CommitLog log, Broadcast<PartFile.Place> place) {
    this.context = context;
    this.place = place;
    this.layers = new Layers(log, CrawlLayout.HOSTS);
  }

  void restore(Commit commit) {
    layers.restore(commit);
  }

  void save(Map<String, String> directories, Map<String, Long> counts) {
    layers.save(directories, counts);
  }

  boolean isEmpty() {
    return layers.isEmpty();
  }

  /**
   * Takes in the news of a round; what it reports takes the place of what was known.
   *
   * @param news full paths of files with rows of {@link Columns#HOSTS}, one for each key at most
   */
  void learn(int round, List<String> news) {
    int tasks = 1 + (int) (layers.deltaRows() / ROWS_OF_TASK);
    JavaRDD<InternalRow> rows =
        byKey(layers.deltaFiles(), false)
            .union(byKey(news, true))
            .reduceByKey((a, b) -> b._1() ? b : a, tasks)
            .values()
            .map(Tuple2::_2);
    layers.adoptDelta(round, write(layers.deltaOf(round), rows));
    if (layers.isDue()) {
      compactNow(round);
    }
  }

  /** Creates base and delta one. */
  void compactNow(int round) {
    if (layers.hasBase()) {
      layers.adoptBase(round, write(layers.baseOf(round), all()));
    } else {
      layers.deltaIsBase();
    }
  }

  private TaskReport write(String directory, JavaRDD<InternalRow> rows) {
    return TaskReport.of(
        rows.map(row -> HostUpdates.of(row).toCells())
            .mapPartitions(new WriteTask(place, directory, Columns.HOSTS))
            .collect());
  }

  /** Rows by what they are about, each with whether it is news. */
  private JavaPairRDD<HostUpdates.Key, Tuple2<Boolean, InternalRow>> byKey(
      List<String> files, boolean isNews) {
    return rows(files)
        .mapToPair(row -> new Tuple2<>(HostUpdates.Key.of(row), new Tuple2<>(isNews, row)));
  }

  private JavaRDD<InternalRow> rows(List<String> files) {
    return TableScan.of(context, place, files, Columns.HOSTS).map(InternalRow::copy);
  }

  /** Reports whether it costs little to look at all that is known. */
  boolean areFew() {
    return !layers.hasBase() && layers.deltaRows() <= ROWS_OF_TASK;
  }

  /** Rows of {@link Columns#HOSTS}. */
  JavaRDD<InternalRow> all() {
    JavaRDD<InternalRow> changed = rows(layers.deltaFiles());
    if (!layers.hasBase()) {
      return changed;
    }
    JavaPairRDD<HostUpdates.Key, InternalRow> base =
        rows(layers.baseFiles()).mapToPair(row -> new Tuple2<>(HostUpdates.Key.of(row), row));
    JavaPairRDD<HostUpdates.Key, Boolean> replaced =
        changed.mapToPair(row -> new Tuple2<>(HostUpdates.Key.of(row), true));
    return base.subtractByKey(replaced).values().union(changed);
  }

  /** Rows of {@link Columns#HOSTS} about some hosts. */
  JavaRDD<InternalRow> about(Set<String> names) {
    return all().filter(row -> names.contains(HostUpdates.host(row)));
  }

  /** The hosts that must be delayed. */
  Set<UTF8String> delayed(long now) {
    return Set.copyOf(
        all()
            .filter(row -> !HostUpdates.isRobots(row) && HostUpdates.readyAt(row) > now)
            .map(row -> UTF8String.fromString(HostUpdates.host(row)))
            .collect());
  }

  /** Reports when the next host is ready, in milliseconds since 1970, if any ever has. */
  OptionalLong nextReady(long now) {
    return all()
        .map(HostUpdates::readyAt)
        .filter(until -> until > now && until < HostUpdates.NEVER)
        .takeOrdered(1)
        .stream()
        .mapToLong(until -> until)
        .findFirst();
  }
}
