package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * PageRank of all known URLs, not normalised, by joins over the links of all rounds.
 *
 * <pre>PR(j) = (1-a) + a * sum over i linking to j of PR(i)/|C_i|</pre>
 *
 * <p>As in {@link io.dowser.crawler.graph.IncrementalPageRank}, each URL keeps an estimate x and a
 * residual r with the invariant {@code x[v] + r[v] = (1-a) + a * sum over u linking to v of
 * x[u]/|C_u|}. A round adds what its links bring to the residuals; then each pass moves the
 * residuals above {@code eps} into the estimates and hands them on along the links, all at once.
 * Residuals that are left wait for the next round, so the work of a round goes with what is new.
 *
 * <p>Source: S. Brin and L. Page 1998, section 2.1.1. For the driver's thread.
 */
final class PageRanks {

  private static final StructType SCHEMA =
      new StructType()
          .add(Columns.HIGH, DataTypes.LongType, false)
          .add(Columns.LOW, DataTypes.LongType, false)
          .add("x", DataTypes.DoubleType, false)
          .add("r", DataTypes.DoubleType, false);

  private static final StructType EDGES =
      new StructType()
          .add("sourceHigh", DataTypes.LongType, false)
          .add("sourceLow", DataTypes.LongType, false)
          .add(Columns.HIGH, DataTypes.LongType, false)
          .add(Columns.LOW, DataTypes.LongType, false)
          .add("degree", DataTypes.LongType, false);

  private static final String[] KEYS = {Columns.HIGH, Columns.LOW};

  private final SparkSession spark;
  private final VisitOrder.PageRank rule;
  private final KeyedTable table;

  PageRanks(SparkSession spark, CommitLog log, PartFile.Place place, VisitOrder order) {
    this.spark = spark;
    this.rule = order instanceof VisitOrder.PageRank rank ? rank : new VisitOrder.PageRank(0, 1, 1);
    this.table = new KeyedTable(spark, log, place, CrawlLayout.RANKS, SCHEMA, KEYS);
  }

  void restore(Commit commit) {
    table.restore(commit);
  }

  void save(Map<String, String> directories, Map<String, Long> counts) {
    table.save(directories, counts);
  }

  /** Adds the column {@code rank}, null for URLs that no visited page links to. */
  Dataset<Row> join(Dataset<Row> urls) {
    Dataset<Row> ranks =
        table
            .rows()
            .select(col(Columns.HIGH), col(Columns.LOW), col("x").plus(col("r")).as("rank"));
    return urls.join(ranks, KEYS, "left");
  }

  /**
   * Takes in the links of a round.
   *
   * @param ofRound rows of {@link Columns#LINKS}
   * @param all those of all rounds, this one included
   */
  void update(int round, Dataset<Row> ofRound, Dataset<Row> all) {
    Deque<JavaRDD<Row>> kept = new ArrayDeque<>();
    try {
      Dataset<Row> edges = keep(edges(all), EDGES, kept);
      Dataset<Row> nodes = keep(begin(edges(ofRound)), SCHEMA, kept);
      for (int pass = 0; pass < rule.passes(); pass++) {
        Dataset<Row> active = nodes.filter(isActive());
        if (active.isEmpty()) {
          break;
        }
        nodes = keep(pass(nodes, active, edges), SCHEMA, kept);
      }
      table.replaceDelta(round, nodes.select("high", "low", "x", "r").javaRDD());
    } finally {
      kept.forEach(JavaRDD::unpersist);
    }
  }

  /** Rows of an RDD, so that the plan of one pass does not hold those of all passes before. */
  private Dataset<Row> keep(Dataset<Row> rows, StructType schema, Deque<JavaRDD<Row>> kept) {
    JavaRDD<Row> persisted = rows.javaRDD().persist(StorageLevel.MEMORY_AND_DISK());
    kept.add(persisted);
    return spark.createDataFrame(persisted, schema);
  }

  private Column isActive() {
    return abs(col("r")).gt(rule.eps());
  }

  /** Links with the number of links of their page; a redirect is none. */
  private static Dataset<Row> edges(Dataset<Row> links) {
    Dataset<Row> linked = links.filter(col("inLinks").gt(0));
    Dataset<Row> degrees =
        linked.groupBy("sourceHigh", "sourceLow").agg(count(lit(1)).as("degree"));
    return linked
        .select("sourceHigh", "sourceLow", "high", "low")
        .join(degrees, new String[] {"sourceHigh", "sourceLow"});
  }

  /** All nodes, with what the new pages' estimates so far bring to their targets. */
  private Dataset<Row> begin(Dataset<Row> fresh) {
    Dataset<Row> known = table.rows();
    Dataset<Row> sources =
        known.select(col("high").as("sourceHigh"), col("low").as("sourceLow"), col("x"));
    Dataset<Row> brought =
        fresh
            .join(sources, new String[] {"sourceHigh", "sourceLow"}, "left")
            .withColumn(
                "share", coalesce(col("x"), lit(0.0)).multiply(rule.a()).divide(col("degree")))
            .select("high", "low", "share");
    Dataset<Row> pages = // a seed is a node too
        fresh
            .select(col("sourceHigh").as("high"), col("sourceLow").as("low"))
            .distinct()
            .withColumn("share", lit(0.0));
    return add(known, brought.unionByName(pages));
  }

  private Dataset<Row> pass(Dataset<Row> nodes, Dataset<Row> active, Dataset<Row> edges) {
    Dataset<Row> moved =
        active.select(
            col("high").as("sourceHigh"), col("low").as("sourceLow"), col("r").as("moved"));
    Dataset<Row> shares =
        edges
            .join(moved, new String[] {"sourceHigh", "sourceLow"})
            .withColumn("share", col("moved").multiply(rule.a()).divide(col("degree")))
            .select("high", "low", "share");
    Dataset<Row> settled =
        nodes.select(
            col("high"),
            col("low"),
            col("x").plus(when(isActive(), col("r")).otherwise(0.0)).as("x"),
            when(isActive(), 0.0).otherwise(col("r")).as("r"));
    return add(settled, shares);
  }

  /** Adds shares to residuals; a node that is new begins with 1-a. */
  private Dataset<Row> add(Dataset<Row> nodes, Dataset<Row> shares) {
    Dataset<Row> sums = shares.groupBy("high", "low").agg(sum("share").as("share"));
    return nodes
        .join(sums, KEYS, "full_outer")
        .select(
            col("high"),
            col("low"),
            coalesce(col("x"), lit(0.0)).as("x"),
            coalesce(col("r"), lit(1 - rule.a())).plus(coalesce(col("share"), lit(0.0))).as("r"));
  }
}
