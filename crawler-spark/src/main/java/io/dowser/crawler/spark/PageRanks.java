package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * PageRank of all known URLs, not normalised, by joins over the table of links.
 *
 * <pre>PR(j) = (1-a) + a * sum over i linking to j of PR(i)/|C_i|</pre>
 *
 * <p>As in {@link io.dowser.crawler.toolkit.graph.IncrementalPageRank}, each URL keeps an estimate
 * x and a residual r with the invariant {@code x[v] + r[v] = (1-a) + a * sum over u linking to v of
 * x[u]/|C_u|}; its rank is {@code x + r}. A pass moves the residuals above {@code eps} into the
 * estimates and hands them on along the links, all at once; what the last pass of a round leaves is
 * handed on in the next round.
 *
 * <p>Only a page that was visited has links to hand something on along, so until then a URL keeps
 * its rank in r; with the visit, x = 0 and r > eps make its links count. A round therefore begins
 * with the pages that it visited, reads the links of those rounds whose pages have something to
 * hand on, and writes the rows that changed since the last compaction.
 *
 * <p>Source: S. Brin and L. Page 1998, section 2.1.1. For the driver's thread.
 */
final class PageRanks {

  /** {@code degree} and {@code round} describe the page's own links; both 0 before its visit. */
  static final StructType SCHEMA =
      new StructType()
          .add(Columns.HIGH, DataTypes.LongType, false)
          .add(Columns.LOW, DataTypes.LongType, false)
          .add("x", DataTypes.DoubleType, false)
          .add("r", DataTypes.DoubleType, false)
          .add("degree", DataTypes.LongType, false)
          .add("round", DataTypes.IntegerType, false);

  private static final StructType SHARES =
      new StructType()
          .add(Columns.HIGH, DataTypes.LongType, false)
          .add(Columns.LOW, DataTypes.LongType, false)
          .add("share", DataTypes.DoubleType, false);

  private static final String[] KEYS = {Columns.HIGH, Columns.LOW};
  private static final String[] SOURCE = {"sourceHigh", "sourceLow"};

  /** Rows that are sent to all executors rather than sorted with the links. */
  private static final long FEW = 200_000;

  /** A task's rows come with the way they came to be, and Spark cannot read too long a way. */
  private static final int PASSES_TO_REMEMBER = 8;

  private final SparkSession spark;
  private final CommitLog log;
  private final VisitOrder.PageRank rule;
  private final Broadcast<PartFile.Place> place;
  private final Layers layers;
  private final KeyedRows table;
  private final Deque<JavaRDD<Row>> kept = new ArrayDeque<>();

  PageRanks(SparkSession spark, CommitLog log, Broadcast<PartFile.Place> place, VisitOrder order) {
    this.spark = spark;
    this.log = log;
    this.rule = order instanceof VisitOrder.PageRank rank ? rank : new VisitOrder.PageRank(0, 1, 1);
    this.place = place;
    this.layers = new Layers(log, CrawlLayout.RANKS);
    this.table = new KeyedRows(spark, layers, SCHEMA, KEYS);
  }

  void restore(Commit commit) {
    layers.restore(commit);
  }

  void save(Map<String, String> directories, Map<String, Long> counts) {
    layers.save(directories, counts);
  }

  /** Creates base and delta one, however small they are. */
  void compactNow(int round) {
    if (layers.hasBase()) {
      layers.adoptBase(round, write(layers.baseOf(round), table.all().javaRDD()));
    } else {
      layers.deltaIsBase();
    }
  }

  private TaskReport write(String directory, JavaRDD<Row> rows) {
    var task = new WriteTask(place, directory, SCHEMA);
    return TaskReport.of(rows.map(PageRanks::cells).mapPartitions(task).collect());
  }

  private static Object[] cells(Row row) {
    return new Object[] {
      row.getLong(0),
      row.getLong(1),
      row.getDouble(2),
      row.getDouble(3),
      row.getLong(4),
      row.getInt(5)
    };
  }

  /** Writes rows beside the table and gives them as they are there, however they came to be. */
  private Dataset<Row> setAside(int round, int pass, JavaRDD<Row> rows) {
    String directory = CrawlLayout.of(CrawlLayout.RANKS, round) + "-aside" + pass;
    log.retain(directory, write(directory, rows).files(directory)); // left over after the commit
    return CrawlTables.read(spark, SCHEMA, log.files(directory));
  }

  /** All rows. */
  Dataset<Row> rows() {
    return table.all();
  }

  /** Adds the column {@code rank}, null for URLs that no visited page links to. */
  Dataset<Row> join(Dataset<Row> urls) {
    Dataset<Row> ranks =
        rows().select(col(Columns.HIGH), col(Columns.LOW), col("x").plus(col("r")).as("rank"));
    return urls.join(ranks, KEYS, "left");
  }

  /** Takes in the links of a round. */
  void update(int round) {
    try {
      Dataset<Row> ofRound = CrawlTables.links(spark, log, List.of(round));
      Dataset<Row> changed = keep(begin(round, ofRound.filter(hasWeight())), SCHEMA);
      for (int pass = 0; pass < rule.passes(); pass++) {
        Dataset<Row> active = changed.filter(isActive());
        List<Row> amounts = active.groupBy("round").count().collectAsList();
        if (amounts.isEmpty()) {
          break;
        }
        Dataset<Row> next = pass(changed, active, amounts);
        boolean longWay = (pass + 1) % PASSES_TO_REMEMBER == 0;
        changed = longWay ? setAside(round, pass, next.javaRDD()) : keep(next, SCHEMA);
      }
      layers.adoptDelta(round, write(layers.deltaOf(round), changed.javaRDD()));
      if (layers.isDue()) {
        compactNow(round);
      }
    } finally {
      kept.forEach(JavaRDD::unpersist);
      kept.clear();
    }
  }

  /** Rows of an RDD, so that the plan of one pass does not hold those of all passes before. */
  private Dataset<Row> keep(Dataset<Row> rows, StructType schema) {
    JavaRDD<Row> persisted = rows.javaRDD().persist(StorageLevel.MEMORY_AND_DISK());
    kept.add(persisted);
    return spark.createDataFrame(persisted, schema);
  }

  /** A page's link to itself hands nothing on. */
  private static Column hasWeight() {
    Column itself =
        col(SOURCE[0]).equalTo(col(Columns.HIGH)).and(col(SOURCE[1]).equalTo(col(Columns.LOW)));
    return not(itself);
  }

  private static Dataset<Row> columns(Dataset<Row> rows) {
    return rows.select("high", "low", "x", "r", "degree", "round");
  }

  private Column isActive() {
    return col("degree").gt(0).and(abs(col("r")).gt(rule.eps()));
  }

  /** The changed rows, those of the pages visited in this round, and what passes have left. */
  private Dataset<Row> begin(int round, Dataset<Row> fresh) {
    Dataset<Row> visited =
        fresh
            .groupBy(SOURCE[0], SOURCE[1])
            .agg(count(lit(1)).as("links"))
            .withColumnsRenamed(Map.of(SOURCE[0], Columns.HIGH, SOURCE[1], Columns.LOW));
    Dataset<Row> before = table.delta();
    if (layers.hasBase()) {
      Dataset<Row> base = table.base();
      Dataset<Row> left = base.filter(isActive());
      Dataset<Row> again = base.join(visited.select(KEYS[0], KEYS[1]), KEYS, "left_semi");
      Dataset<Row> some = left.unionByName(again).dropDuplicates(KEYS);
      before = before.unionByName(columns(without(some, before)));
    }
    return before
        .join(visited, KEYS, "full_outer")
        .select(
            col("high"),
            col("low"),
            coalesce(col("x"), lit(0.0)).as("x"),
            coalesce(col("r"), lit(1 - rule.a())).as("r"),
            coalesce(col("links"), col("degree")).as("degree"),
            when(col("links").isNotNull(), round).otherwise(col("round")).as("round"));
  }

  private static Dataset<Row> without(Dataset<Row> rows, Dataset<Row> others) {
    return rows.join(others.select(KEYS[0], KEYS[1]), KEYS, "left_anti");
  }

  private Dataset<Row> pass(Dataset<Row> nodes, Dataset<Row> active, List<Row> amounts) {
    Dataset<Row> settled =
        nodes
            .withColumn("x", col("x").plus(when(isActive(), col("r")).otherwise(0.0)))
            .withColumn("r", when(isActive(), 0.0).otherwise(col("r")));
    Dataset<Row> shares = shares(active, amounts);
    if (!layers.hasBase()) {
      return add(settled, shares);
    }
    shares = keep(shares, SHARES);
    Dataset<Row> met = table.base().join(shares.select(KEYS[0], KEYS[1]), KEYS, "left_semi");
    return add(settled.unionByName(columns(without(met, nodes))), shares);
  }

  /** What each target gets in all, by the links of the rounds in which the sources were visited. */
  private Dataset<Row> shares(Dataset<Row> active, List<Row> amounts) {
    long size = amounts.stream().mapToLong(row -> row.getLong(1)).sum();
    List<Integer> rounds = amounts.stream().map(row -> row.getInt(0)).sorted().toList();
    Dataset<Row> handed =
        active.select(
            col("high").as(SOURCE[0]),
            col("low").as(SOURCE[1]),
            col("r").multiply(rule.a()).divide(col("degree")).as("share"));
    return CrawlTables.links(spark, log, rounds)
        .filter(hasWeight())
        .select(SOURCE[0], SOURCE[1], "high", "low")
        .join(size <= FEW ? broadcast(handed) : handed, SOURCE)
        .groupBy("high", "low")
        .agg(sum("share").as("share"));
  }

  /** Adds shares to residuals; a node that is new begins with 1-a. */
  private Dataset<Row> add(Dataset<Row> nodes, Dataset<Row> shares) {
    return nodes
        .join(shares, KEYS, "full_outer")
        .select(
            col("high"),
            col("low"),
            coalesce(col("x"), lit(0.0)).as("x"),
            coalesce(col("r"), lit(1 - rule.a())).plus(coalesce(col("share"), lit(0.0))).as("r"),
            coalesce(col("degree"), lit(0L)).as("degree"),
            coalesce(col("round"), lit(0)).as("round"));
  }
}
