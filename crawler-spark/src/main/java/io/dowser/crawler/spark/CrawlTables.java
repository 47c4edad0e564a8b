package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;

import io.dowser.crawler.api.CrawlException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * What a crawl has committed, as tables. Rounds that are not committed cannot be seen.
 *
 * <p>The tables are those of the latest round when this was opened. They can be read while the
 * crawl continues, until two more rounds were committed. Not thread-safe.
 */
public final class CrawlTables {

  private final SparkSession spark;
  private final CommitLog log;
  private final Commit commit;

  private CrawlTables(SparkSession spark, CommitLog log, Commit commit) {
    this.spark = spark;
    this.log = log;
    this.commit = commit;
  }

  /**
   * Opens the tables of a crawl.
   *
   * @param spark who reads them
   * @param directory the crawl's directory
   * @return the tables of the latest committed round
   * @throws CrawlException if there is none, or it cannot be read
   */
  public static CrawlTables open(SparkSession spark, String directory) {
    CommitLog log = CommitLog.open(directory, spark.sparkContext().hadoopConfiguration());
    Commit commit =
        log.latest()
            .orElseThrow(
                () -> new CrawlException("there is no crawl in the directory '" + directory + "'"));
    log.restore(commit);
    return new CrawlTables(spark, log, commit);
  }

  /**
   * Names the latest committed round.
   *
   * @return 0 if only the seeds were taken in
   */
  public int round() {
    return commit.round();
  }

  /**
   * Returns one row for each URL of which something came.
   *
   * @return {@code round}, {@code place} in it, {@code url}, {@code host}, {@code outcome} ({@code
   *     VISITED} or the name of an {@link io.dowser.crawler.api.AbandonReason}), {@code detail},
   *     {@code depth}, {@code score}, for visited pages {@code relevance}, {@code relevant}, {@code
   *     time} in milliseconds since 1970, {@code fetchNanos}, {@code status}, {@code contentType},
   *     {@code bytes}, {@code duplicate} (how it is like an earlier page) and {@code pathState},
   *     the {@code executor} that did it, and the 128 bits of URL and parent
   */
  public Dataset<Row> visits() {
    return ofRounds(CrawlLayout.VISITS, Columns.VISITS);
  }

  /**
   * Returns one row for each distinct link of each visited page.
   *
   * @return {@code url}, {@code score}, {@code tie}, {@code depth}, {@code queue}, {@code scored}
   *     (false if the target had been visited in the same task), {@code born} (which orders links
   *     by discovery), {@code pathState}, {@code features} and the 128 bits of the target and, as
   *     {@code sourceHigh} and {@code sourceLow}, of the page
   */
  public Dataset<Row> links() {
    return ofRounds(CrawlLayout.LINKS, Columns.LINKS);
  }

  /**
   * Returns the pages themselves, if they are kept in Parquet.
   *
   * @return {@code url}, {@code time}, {@code status}, {@code headers} line by line, {@code body}
   */
  public Dataset<Row> pages() {
    return ofRounds(CrawlLayout.PAGES, Columns.PAGES);
  }

  /**
   * Names the WARC files, if pages are kept in such. Others that lie beside them come from attempts
   * of tasks that Spark has given up.
   *
   * @return full paths, in the order of rounds
   */
  public List<String> warcFiles() {
    return IntStream.rangeClosed(1, commit.round())
        .boxed()
        .flatMap(round -> Arrays.stream(log.files(CrawlLayout.of(CrawlLayout.WARC, round))))
        .toList();
  }

  /**
   * Returns one row for each Pending URL.
   *
   * @return {@code url}, {@code host}, {@code score}, {@code tie}, {@code depth}, {@code inLinks},
   *     {@code queue}, {@code pathState}
   */
  public Dataset<Row> frontier() {
    var layers = new Layers(log, CrawlLayout.URLS);
    layers.restore(commit);
    int maxDepth =
        Integer.parseInt(commit.words().getOrDefault("maxDepth", "" + Integer.MAX_VALUE));
    return UrlTable.rows(spark, layers)
        .filter(col("open").and(col("depth").leq(maxDepth)))
        .select("url", "host", "score", "tie", "depth", "inLinks", "queue", "pathState");
  }

  /** Links of some rounds, committed or not. */
  static Dataset<Row> links(SparkSession spark, CommitLog log, Collection<Integer> rounds) {
    return ofRounds(spark, log, rounds, CrawlLayout.LINKS, Columns.LINKS);
  }

  private Dataset<Row> ofRounds(String table, StructType schema) {
    List<Integer> rounds = IntStream.rangeClosed(1, commit.round()).boxed().toList();
    return ofRounds(spark, log, rounds, table, schema);
  }

  private static Dataset<Row> ofRounds(
      SparkSession spark,
      CommitLog log,
      Collection<Integer> rounds,
      String table,
      StructType schema) {
    String[] files =
        rounds.stream()
            .flatMap(round -> Arrays.stream(log.files(CrawlLayout.of(table, round))))
            .toArray(String[]::new);
    return read(spark, schema, files);
  }

  /**
   * Rows in the form that Spark itself works with, each valid until the next one is asked for: to
   * make objects of all their values takes longer than most of what is done with them.
   */
  static JavaRDD<InternalRow> internal(Dataset<Row> rows) {
    return ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().toRdd().toJavaRDD();
  }

  /** Rows of some files, of which there may be none. */
  static Dataset<Row> read(SparkSession spark, StructType schema, String... files) {
    return files.length == 0
        ? spark.createDataFrame(List.<Row>of(), schema)
        : spark.read().schema(schema).parquet(files);
  }
}
