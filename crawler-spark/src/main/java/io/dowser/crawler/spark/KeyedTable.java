package io.dowser.crawler.spark;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A table with one row for each key, in two directories: a base, and a delta with the rows that are
 * new or have changed since the base was written. A round writes the delta anew and leaves the base
 * alone; when the delta is no longer small beside the base, both become the next base. So a round's
 * work grows with what it changes, besides one look at each row of the base, and what compaction
 * costs is spread over the rounds between two of them.
 *
 * <p>For the driver's thread.
 */
final class KeyedTable {

  private static final long SMALL = 100_000;
  private static final int SHARE = 8;

  private final SparkSession spark;
  private final CommitLog log;
  private final Broadcast<PartFile.Place> place;
  private final String name;
  private final StructType schema;
  private final String[] keys;
  private @Nullable String base;
  private @Nullable String delta;
  private long baseRows;
  private long deltaRows;

  KeyedTable(
      SparkSession spark,
      CommitLog log,
      Broadcast<PartFile.Place> place,
      String name,
      StructType schema,
      String... keys) {
    this.spark = spark;
    this.log = log;
    this.place = place;
    this.name = name;
    this.schema = schema;
    this.keys = keys;
  }

  /** Goes to where a commit has left the table. */
  void restore(Commit commit) {
    base = commit.directories().get(name + ".base");
    delta = commit.directories().get(name + ".delta");
    baseRows = commit.count(name + ".baseRows");
    deltaRows = commit.count(name + ".deltaRows");
  }

  /** Notes where the table is. */
  void save(Map<String, String> directories, Map<String, Long> counts) {
    if (base != null) {
      directories.put(name + ".base", base);
    }
    if (delta != null) {
      directories.put(name + ".delta", delta);
    }
    counts.put(name + ".baseRows", baseRows);
    counts.put(name + ".deltaRows", deltaRows);
  }

  boolean isEmpty() {
    return base == null && delta == null;
  }

  boolean hasBase() {
    return base != null;
  }

  long deltaRows() {
    return deltaRows;
  }

  /** All rows. */
  Dataset<Row> rows() {
    Dataset<Row> changed = delta();
    return base == null ? changed : without(base(), changed).unionByName(changed);
  }

  /** The rows of the base with any of some keys, but those that the delta replaces. */
  Dataset<Row> baseAmong(Dataset<Row> touched) {
    Dataset<Row> among = base().join(touched.select(keys(touched)), keys, "left_semi");
    return without(among, delta());
  }

  /** The full paths of the delta's files. */
  String[] deltaFiles() {
    return delta == null ? new String[0] : log.files(delta);
  }

  /** The rows of the base, some of which the delta replaces. */
  Dataset<Row> base() {
    return base == null ? none() : read(base);
  }

  /** The delta alone. */
  Dataset<Row> delta() {
    return delta == null ? none() : read(delta);
  }

  private Dataset<Row> none() {
    return spark.createDataFrame(List.<Row>of(), schema);
  }

  private Dataset<Row> read(String directory) {
    return CrawlTables.read(spark, schema, log.files(directory));
  }

  private Dataset<Row> without(Dataset<Row> rows, Dataset<Row> others) {
    if (delta == null) {
      return rows;
    }
    Column[] columns = Stream.of(schema.fieldNames()).map(functions::col).toArray(Column[]::new);
    Dataset<Row> left = rows.join(others.select(keys(others)), keys, "left_anti");
    return left.select(columns); // a join by names has these first
  }

  private Column[] keys(Dataset<Row> rows) {
    Column[] columns = new Column[keys.length];
    for (int i = 0; i < keys.length; i++) {
      columns[i] = rows.col(keys[i]);
    }
    return columns;
  }

  /** Names the directory that a round's delta goes to. */
  String deltaOf(int round) {
    return CrawlLayout.of(name, round) + "-delta";
  }

  /** Makes what tasks wrote to {@link #deltaOf} the delta. */
  void adopt(int round, TaskReport report) {
    String written = deltaOf(round);
    log.retain(written, report.files(written));
    deltaRows = report.rows(written);
    delta = deltaRows == 0 ? null : written;
  }

  /** Writes rows as the delta, of which no key is there twice. */
  void replaceDelta(int round, JavaRDD<Row> rows) {
    adopt(round, write(deltaOf(round), rows));
  }

  /**
   * Writes rows beside the table and gives them as they are there, however they came to be. They
   * are leftovers as soon as the round is committed.
   */
  Dataset<Row> setAside(int round, int number, JavaRDD<Row> rows) {
    String directory = CrawlLayout.of(name, round) + "-aside" + number;
    log.retain(directory, write(directory, rows).files(directory));
    return read(directory);
  }

  private TaskReport write(String directory, JavaRDD<Row> rows) {
    return TaskReport.of(rows.mapPartitions(new WriteTask(place, directory, schema)).collect());
  }

  /** Makes base and delta one if the delta has grown too large. */
  void compact(int round) {
    if (deltaRows > Math.max(SMALL, baseRows / SHARE)) {
      compactNow(round);
    }
  }

  /** Makes base and delta one. */
  void compactNow(int round) {
    if (base == null) {
      base = delta;
      baseRows = deltaRows;
    } else {
      String whole = CrawlLayout.of(name, round) + "-base";
      TaskReport report = write(whole, rows().javaRDD());
      log.retain(whole, report.files(whole));
      base = whole;
      baseRows = report.rows(whole);
    }
    delta = null;
    deltaRows = 0;
  }
}
