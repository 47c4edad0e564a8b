package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The table of known URLs, in buckets, so that a round reads and writes it without a query to be
 * planned and without moving rows. For the driver's thread.
 */
final class UrlTable {

  /** A task has all changed rows of its bucket at once. */
  private static final long ROWS_OF_BUCKET = 800_000;

  private static final String BUCKETS = CrawlLayout.URLS + ".buckets";

  private final SparkSession spark;
  private final JavaSparkContext context;
  private final Broadcast<PartFile.Place> place;
  private final Layers layers;
  private Buckets buckets;

  /**
   * Creates an empty table.
   *
   * @param buckets as long as there are few URLs
   */
  UrlTable(SparkSession spark, CommitLog log, Broadcast<PartFile.Place> place, Buckets buckets) {
    this.spark = spark;
    this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.place = place;
    this.layers = new Layers(log, CrawlLayout.URLS);
    this.buckets = buckets;
  }

  /**
   * Goes to where a commit has left the table.
   *
   * @throws CrawlException if it has no buckets
   */
  void restore(Commit commit) {
    long count = commit.count(BUCKETS);
    if (count < 1) {
      throw new CrawlException("the crawl's tables are of another version: they have no buckets");
    }
    layers.restore(commit);
    buckets = new Buckets(Math.toIntExact(count));
  }

  /** Notes where the table is. */
  void save(Map<String, String> directories, Map<String, Long> counts) {
    layers.save(directories, counts);
    counts.put(BUCKETS, (long) buckets.count());
  }

  Buckets buckets() {
    return buckets;
  }

  /** All rows, for queries. */
  Dataset<Row> rows() {
    return rows(spark, layers);
  }

  /** All rows, for queries of who changes nothing. */
  static Dataset<Row> rows(SparkSession spark, Layers layers) {
    return new KeyedRows(spark, layers, Columns.URLS, Columns.HIGH, Columns.LOW).all();
  }

  /** All rows, each valid until the next one is asked for. */
  JavaRDD<InternalRow> scan() {
    return eachBucket().mapPartitions(new UrlScan(place, files()));
  }

  /** The numbers of the buckets, each in a partition of its own. */
  JavaRDD<Integer> eachBucket() {
    List<Integer> all = IntStream.range(0, buckets.count()).boxed().toList();
    return context.parallelize(all, all.size());
  }

  UrlFiles files() {
    return new UrlFiles(buckets, layers.baseFiles(), layers.deltaFiles());
  }

  /** Names the directory that a round's delta goes to. */
  String deltaOf(int round) {
    return layers.deltaOf(round);
  }

  /** Creates what tasks wrote to {@link #deltaOf} the delta. */
  void adopt(int round, TaskReport report) {
    layers.adoptDelta(round, report);
  }

  /** Writes rows as the delta, of which no URL is there twice. */
  void replaceDelta(int round, JavaRDD<InternalRow> rows) {
    adopt(round, write(deltaOf(round), rows, buckets));
  }

  /** Creates base and delta one if the delta has grown too large. */
  void compact(int round) {
    if (layers.isDue()) {
      compactNow(round);
    }
  }

  /** Creates base and delta one. */
  void compactNow(int round) {
    compactNow(round, ROWS_OF_BUCKET);
  }

  /** Creates base and delta one, with more buckets if these would have more than this many rows. */
  void compactNow(int round, long rowsOfBucket) {
    Buckets next = buckets.enoughFor(layers.rowsAtMost(), rowsOfBucket);
    if (next.equals(buckets) && !layers.hasBase()) {
      layers.deltaIsBase();
    } else {
      layers.adoptBase(round, write(layers.baseOf(round), scan(), next));
      buckets = next;
    }
  }

  private TaskReport write(String directory, JavaRDD<InternalRow> rows, Buckets into) {
    return TaskReport.of(
        rows.map(UrlRow::of).mapPartitions(new SplitTask(place, directory, into)).collect());
  }
}
