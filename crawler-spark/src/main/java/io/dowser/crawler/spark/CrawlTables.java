package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;
import static org.apache.spark.sql.functions.col;

import io.dowser.crawler.api.CrawlException;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The committed state of a crawl, as Iceberg tables of one round. Rounds that are not committed
 * cannot be seen. The tables can be read while the crawl continues.
 *
 * <pre>{@code
 * CrawlTables.open(spark, "hdfs:///crawls/lasers").createTempViews();
 * spark.sql("SELECT host, count(*) FROM visits WHERE relevant GROUP BY host").show();
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class CrawlTables {

  private final SparkSession spark;
  private final CrawlCatalog catalog;
  private final CommittedRound round;

  private CrawlTables(SparkSession spark, CrawlCatalog catalog, CommittedRound round) {
    this.spark = spark;
    this.catalog = catalog;
    this.round = round;
  }

  /**
   * Opens the tables of a crawl.
   *
   * @param spark who reads them
   * @param location as for {@link SparkCrawl#builder}
   * @return the tables of the latest committed round
   * @throws CrawlException if there is none, or it cannot be read
   */
  public static CrawlTables open(SparkSession spark, String location) {
    CrawlCatalog catalog = CrawlCatalog.of(spark, location);
    Catalog opened = catalog.open();
    if (!catalog.exists(opened)) {
      throw new CrawlException("there is no crawl at '" + location + "'");
    }
    CommittedRound round =
        CommittedRound.of(catalog.load(opened, TableSchemas.CRAWL).properties())
            .orElseThrow(
                () -> new CrawlException("no round of the crawl at '" + location + "' has ended"));
    return new CrawlTables(spark, catalog, round);
  }

  /** {@return the latest committed round} It is 0 if only the seeds were taken in. */
  public int round() {
    return round.round();
  }

  /**
   * {@return the known URLs} {@code url}, {@code host}, {@code outcome} (null while it is pending),
   * {@code score}, {@code depth}, {@code in_links}, {@code parent}, what orders them, and the state
   * of a visited {@code page}.
   */
  public Dataset<Row> urls() {
    return read(TableSchemas.URLS);
  }

  /**
   * {@return a row for each URL that ended} {@code round}, {@code place} in it, {@code url}, {@code
   * host}, {@code outcome} ({@code VISITED}, {@code QUARANTINED} or the name of an {@link
   * io.dowser.crawler.api.AbandonReason}), {@code detail}, {@code depth}, {@code score}, {@code
   * parent}, for pages {@code relevance}, {@code relevant}, {@code time}, {@code fetch_nanos},
   * {@code status}, {@code content_type}, {@code bytes}, {@code irrelevance}, {@code canonical},
   * hashes of the main text, and the {@code executor} that did it.
   */
  public Dataset<Row> visits() {
    return read(TableSchemas.VISITS);
  }

  /**
   * {@return a row for each recheck of a visited page} The columns of {@link #visits}, with the
   * {@code outcome} {@code UNCHANGED}, {@code CHANGED}, {@code GONE}, {@code MOVED}, {@code BACK}
   * or {@code FAILED}; {@code distance}, {@code links_added} and {@code links_removed} of a change;
   * and the state of the {@code page} afterwards, with its {@code version}.
   */
  public Dataset<Row> checks() {
    return read(TableSchemas.CHECKS);
  }

  /**
   * {@return a row for each distinct link of each visited page, and for each redirect} {@code
   * round}, {@code source}, {@code url}, {@code redirect}, {@code score}, {@code depth}.
   */
  public Dataset<Row> links() {
    return read(TableSchemas.LINKS);
  }

  /**
   * {@return the pages themselves, if they are kept} {@code round}, {@code url}, {@code time},
   * {@code status}, {@code headers} line by line, {@code body}.
   */
  public Dataset<Row> pages() {
    return read(TableSchemas.PAGES);
  }

  /**
   * {@return the main texts of relevant pages, if they are kept} {@code round}, {@code url} as in
   * the visits, {@code time}, {@code title}, {@code text}, {@code markdown}, {@code chunks}.
   */
  public Dataset<Row> texts() {
    return read(TableSchemas.TEXTS);
  }

  /**
   * {@return the latest row of each host} {@code host}, {@code ready_at}, {@code put_offs}, {@code
   * pages}, {@code pace_millis}, {@code deferred}.
   */
  public Dataset<Row> hosts() {
    return Maintenance.latest(read(TableSchemas.HOSTS), "host");
  }

  /**
   * Answers whether a visited page is relevant, for the rounds that begin later. The judge learns
   * from it, or its threshold moves, see {@link io.dowser.crawler.CrawlHandle#answer}. It replaces
   * an earlier answer about the page.
   *
   * @param url as in the visits, of a page whose text is kept, see {@link
   *     SparkCrawl.Builder#keepTexts}
   * @param relevant whether the page is relevant
   * @throws IllegalArgumentException if the committed tables have no text of such a page
   */
  public void answer(String url, boolean relevant) {
    append(url, relevant);
  }

  /**
   * Withdraws the answer about a page, if there is one.
   *
   * @param url as in the visits, of a page whose text is kept
   * @throws IllegalArgumentException if the committed tables have no text of such a page
   */
  public void withdrawAnswer(String url) {
    append(url, null);
  }

  private void append(String url, @Nullable Boolean relevant) {
    if (texts().filter(col("url").equalTo(url)).isEmpty()) {
      throw new IllegalArgumentException(
          "url must be of a relevant page whose text is kept, but was " + url);
    }
    spark.sql(
        "INSERT INTO "
            + catalog.sql(TableSchemas.ANSWERS)
            + " VALUES (current_timestamp(), :url, CAST("
            + relevant
            + " AS BOOLEAN))",
        Map.of("url", url));
  }

  /**
   * Creates temporary views {@code urls}, {@code visits}, {@code checks}, {@code links}, {@code
   * pages}, {@code texts} and {@code hosts} of the session that was given, for Spark SQL.
   */
  public void createTempViews() {
    urls().createOrReplaceTempView(TableSchemas.URLS);
    visits().createOrReplaceTempView(TableSchemas.VISITS);
    checks().createOrReplaceTempView(TableSchemas.CHECKS);
    links().createOrReplaceTempView(TableSchemas.LINKS);
    pages().createOrReplaceTempView(TableSchemas.PAGES);
    texts().createOrReplaceTempView(TableSchemas.TEXTS);
    hosts().createOrReplaceTempView(TableSchemas.HOSTS);
  }

  private Dataset<Row> read(String table) {
    long snapshot = requireNonNull(round.snapshots().get(table));
    spark.sql("REFRESH TABLE " + catalog.sql(table)); // a session's catalog may cache it
    return spark.read().option("versionAsOf", snapshot).table(catalog.sql(table));
  }
}
