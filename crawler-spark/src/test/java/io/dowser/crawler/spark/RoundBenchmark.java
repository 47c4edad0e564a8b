package io.dowser.crawler.spark;

import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures rounds; run by name, see docs/spark.md. */
class RoundBenchmark {

  private static final Logger LOG = LoggerFactory.getLogger(RoundBenchmark.class);
  private static final int ROUND_SIZE = 20_000;

  @TempDir Path directory;

  private static SparkSession session(int cores) {
    return SparkSession.builder()
        .master("local[" + cores + "]")
        .config(SessionCheck.EXTENSIONS_KEY, SessionCheck.EXTENSIONS)
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 16)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate();
  }

  /** Times selection and merge of rounds of 20,000 URLs and 400,000 links, at growing tables. */
  @Test
  void selectAndMerge() throws InterruptedException {
    SparkSession spark = session(2);
    for (long urls : new long[] {1_000_000, 10_000_000}) {
      String location = directory.resolve("" + urls).toString();
      CrawlPlan plan =
          new SparkCrawl.Builder(null, location)
              .seed("https://a.example/")
              .topic(Topic.of("laser"))
              .roundSize(ROUND_SIZE)
              .perHost(4)
              .plan();
      CrawlCatalog catalog = CrawlCatalog.of(spark, location);
      Catalog opened = catalog.open();
      catalog.create(spark, plan.buckets());
      fill(spark, catalog, urls);
      var tables = new DriverBranch(spark, catalog, opened, 1);
      tables.begin(
          Map.of(
              TableSchemas.URLS,
              catalog.load(opened, TableSchemas.URLS).currentSnapshot().snapshotId()),
          1);
      for (int round = 1; round <= 3; round++) {
        round(spark, plan, tables, round, urls);
      }
    }
  }

  private static void round(
      SparkSession spark, CrawlPlan plan, DriverBranch tables, int round, long urls) {
    find(spark, tables, round, urls);
    long start = System.nanoTime();
    Dataset<Row> hosts = Maintenance.latest(tables.read(TableSchemas.HOSTS), "host");
    var selection = new RoundSelection(plan);
    Dataset<Row> pending = selection.pending(tables.read(TableSchemas.URLS), 1);
    long selected = selection.select(pending, hosts, ROUND_SIZE, 1).count();
    long between = System.nanoTime();
    new RoundMerge(spark, tables, plan.task().order()).merge(round);
    LOG.error(
        "{}",
        String.format(
            Locale.ROOT,
            "%,d URLs, round %d: %d selected in %.1f s, merged in %.1f s",
            urls,
            round,
            selected,
            (between - start) / 1e9,
            (System.nanoTime() - between) / 1e9));
  }

  private static String url(String id) {
    return "concat('https://host', " + id + " % 100000, '.example/some/path/', " + id + ")";
  }

  private static void fill(SparkSession spark, CrawlCatalog catalog, long urls) {
    spark.sql(
        "INSERT INTO "
            + catalog.sql(TableSchemas.URLS)
            + " SELECT xxhash64("
            + url("id")
            + "), "
            + url("id")
            + ", concat('host', id % 100000), NULL, 0, rand(1), 0, 1, 1, id, false, "
            + url("id % 1000")
            + ", 0, array(0.5D, 0.5D), array(1, 2, 3), NULL FROM range("
            + urls
            + ")");
  }

  /** Appends visits and links as tasks do: half of the links lead to known URLs. */
  private static void find(SparkSession spark, DriverBranch tables, int round, long urls) {
    String target = "pmod(xxhash64(id, " + round + "), " + 2 * urls + ")";
    spark.sql(
        "INSERT INTO "
            + tables.target(TableSchemas.LINKS)
            + " SELECT "
            + round
            + ", source, "
            + url("target")
            + ", concat('host', target % 100000), false, true, 0, rand(2), 0, 2, id, false, source,"
            + " 0, array(0.5D, 0.5D), array(1, 2, 3) FROM (SELECT id, "
            + url("id % 20000")
            + " AS source, "
            + target
            + " AS target FROM range(400000))");
    String visited = "(id * 7 + " + round + ")";
    spark.sql(
        "INSERT INTO "
            + tables.target(TableSchemas.VISITS)
            + " SELECT "
            + round
            + ", id, "
            + url(visited)
            + ", concat('host', "
            + visited
            + " % 100000), 'VISITED', '', 1, 0, false, NULL, 0, NULL, 0.5, true, NULL, 1, 200,"
            + " 'text/html', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL"
            + " FROM range(20000)");
  }

  /** 200 hosts with a delay of 1 s: which share of the pages that the delays allow is visited? */
  @Test
  void politeCrawl() throws Exception {
    int hosts = 200;
    int perHost = 300;
    int visits = hosts * perHost;
    int pages = 70_000; // each host has more than it is asked for
    RandomWeb web = WebFetcherProvider.web(1, pages, hosts);
    long start = System.nanoTime();
    var crawl =
        SparkCrawl.builder(session(4), directory.resolve("polite").toString())
            .topic(web.topic())
            .seeds(web.web().urls().stream().map(CrawlUrl::toString).toList())
            .fetcher("random-web", Map.of("pages", "" + pages, "hosts", "" + hosts, "seed", "1"))
            .politeness(Politeness.builder().delay(Duration.ofSeconds(1)).build())
            .tasks(4)
            .means(Means.builder().workers(100).build())
            .perHost(perHost)
            .roundSize(visits)
            .maxPages(visits)
            .build();
    var report = crawl.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    LOG.error(
        "{}",
        String.format(
            Locale.ROOT,
            "%d pages in %.0f s; the delays allow %.0f",
            report.statistics().visited(),
            seconds,
            hosts * seconds));
  }
}
