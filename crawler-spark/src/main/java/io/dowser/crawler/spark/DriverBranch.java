package io.dowser.crawler.spark;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManageSnapshots;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.spark.CommitMetadata;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The tables as one driver writes them, on a separate branch. The branch begins at the committed
 * snapshots, and no other driver writes to it or reads it. So changes by a driver that has lost its
 * lease, or was killed, are not part of the crawl. It removes branches of earlier drivers, and
 * snapshots that are on no branch. Not thread-safe.
 */
final class DriverBranch {

  /** The property of a snapshot that names the round which made it. */
  static final String ROUND = "dowser.round";

  private static final String PREFIX = "driver_";
  private static final String MAIN = "main";

  private final SparkSession spark;
  private final CrawlCatalog catalog;
  private final String branch;
  private final Map<String, Table> tables = new LinkedHashMap<>();

  /**
   * Opens the tables.
   *
   * @param epoch the number of the driver's lease
   */
  DriverBranch(SparkSession spark, CrawlCatalog catalog, Catalog opened, long epoch) {
    this.spark = spark;
    this.catalog = catalog;
    this.branch = PREFIX + epoch;
    TableSchemas.ALL.keySet().forEach(name -> tables.put(name, catalog.load(opened, name)));
  }

  /** Creates the branch at some snapshots, or at empty tables if there are none. */
  void begin(Map<String, Long> snapshots, long epoch) {
    tables.forEach(
        (name, table) -> {
          if (table.currentSnapshot() == null) {
            table.newFastAppend().commit();
          }
          Long start = snapshots.get(name);
          long root = table.history().get(0).snapshotId();
          ManageSnapshots changes =
              table.manageSnapshots().createBranch(branch, start == null ? root : start);
          for (String ref : table.refs().keySet()) {
            if (ref.startsWith(PREFIX) && Long.parseLong(ref.substring(PREFIX.length())) < epoch) {
              changes.removeBranch(ref);
            }
          }
          changes.commit();
        });
    publish();
  }

  /** Returns a table as it is on the branch. */
  Dataset<Row> read(String table) {
    return spark.read().option("versionAsOf", head(table)).table(catalog.sql(table));
  }

  /** Returns the answers so far, which are on no branch. */
  Dataset<Row> readAnswers() {
    return spark.read().table(catalog.sql(TableSchemas.ANSWERS));
  }

  /** Returns the latest snapshot of a table on the branch. */
  long head(String table) {
    return snapshot(table).snapshotId();
  }

  private Snapshot snapshot(String name) {
    Snapshot snapshot = table(name).snapshot(branch);
    if (snapshot == null) {
      throw new IllegalStateException(
          "the branch " + branch + " is gone, because another driver has taken over");
    }
    return snapshot;
  }

  /** Returns a table with all that was committed to it, by statements too. */
  Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw new IllegalArgumentException("no table " + name);
    }
    table.refresh();
    return table;
  }

  String name() {
    return branch;
  }

  /**
   * Appends files that tasks have written.
   *
   * @throws IllegalStateException if another driver has removed the branch, which an append would
   *     create again, from what that driver has published
   */
  void append(String table, int round, Collection<DataFile> files) {
    if (!files.isEmpty()) {
      snapshot(table);
      AppendFiles append =
          table(table).newAppend().toBranch(branch).set(ROUND, Integer.toString(round));
      files.forEach(append::appendFile);
      append.commit();
    }
  }

  /** Runs a statement that changes a table, whose name is {@link #target}. */
  void execute(int round, String statement) {
    CommitMetadata.withCommitProperties(
        Map.of(ROUND, Integer.toString(round)), () -> spark.sql(statement), RuntimeException.class);
  }

  /** Returns the name by which a statement changes a table. */
  String target(String table) {
    return catalog.sql(table) + ".branch_" + branch;
  }

  /** Returns the latest snapshots of all tables. */
  Map<String, Long> snapshots() {
    Map<String, Long> snapshots = new TreeMap<>();
    tables.keySet().forEach(name -> snapshots.put(name, head(name)));
    return snapshots;
  }

  /**
   * Moves the branch that queries read by default to what was committed, table by table. It only
   * moves forward, and only if the driver's branch is there in every table, so a driver that is
   * late moves nothing.
   *
   * @throws IllegalStateException if another driver has removed the branch
   */
  void publish() {
    snapshots()
        .forEach(
            (name, committed) -> {
              Table table = table(name);
              if (table.snapshot(MAIN).snapshotId() != committed) {
                table.manageSnapshots().fastForwardBranch(MAIN, branch).commit();
              }
            });
  }
}
