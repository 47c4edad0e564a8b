package io.dowser.crawler.spark;

import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.CombinedScanTask;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
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
  void selectAndMerge() throws InterruptedException, TimeoutException {
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
      catalog.create(spark, plan.rounds().buckets());
      fill(spark, catalog, urls);
      var tables = new DriverBranch(spark, catalog, opened, 1);
      tables.begin(
          Map.of(
              TableSchemas.URLS,
              catalog.load(opened, TableSchemas.URLS).currentSnapshot().snapshotId(),
              TableSchemas.HOSTS,
              catalog.load(opened, TableSchemas.HOSTS).currentSnapshot().snapshotId()),
          1);
      for (int round = 1; round <= 3; round++) {
        round(spark, plan, tables, round, urls);
      }
    }
  }

  private static void round(
      SparkSession spark, CrawlPlan plan, DriverBranch tables, int round, long urls)
      throws InterruptedException, TimeoutException {
    find(spark, tables, round, urls);
    String before = files(tables);
    TaskCosts costs = TaskCosts.of(spark);
    long start = System.nanoTime();
    Dataset<Row> hosts = Maintenance.latest(tables.read(TableSchemas.HOSTS), "host");
    var selection = new RoundSelection(plan);
    Dataset<Row> pending = selection.pending(tables.read(TableSchemas.URLS), 1);
    long selected = selection.select(pending, hosts, ROUND_SIZE, 1, true).count();
    long between = System.nanoTime();
    String toSelect = costs.take();
    new RoundMerge(spark, tables, plan.task().order(), false).merge(round);
    LOG.error(
        "{}",
        String.format(
            Locale.ROOT,
            "%,d URLs in %s, round %d: %d selected in %.1f s (%s), merged in %.1f s (%s)",
            urls,
            before,
            round,
            selected,
            (between - start) / 1e9,
            toSelect,
            (System.nanoTime() - between) / 1e9,
            costs.take()));
  }

  /** Returns the number and size of the files of known URLs. */
  private static String files(DriverBranch tables) {
    long head = tables.head(TableSchemas.URLS);
    var files = new LongSummaryStatistics();
    var deletes = new LongSummaryStatistics();
    try (var tasks = tables.table(TableSchemas.URLS).newScan().useSnapshot(head).planFiles()) {
      for (FileScanTask task : tasks) {
        files.accept(task.file().fileSizeInBytes());
        task.deletes().forEach(delete -> deletes.accept(delete.fileSizeInBytes()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return String.format(
        Locale.ROOT,
        "%d files of %,d bytes with %d deletes of %,d",
        files.getCount(),
        files.getSum(),
        deletes.getCount(),
        deletes.getSum());
  }

  /** Adds up the CPU time of a session's tasks, and the bytes that they read and wrote. */
  private static final class TaskCosts extends SparkListener {

    private final SparkSession spark;
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong shuffled = new AtomicLong();
    private final AtomicLong written = new AtomicLong();

    private TaskCosts(SparkSession spark) {
      this.spark = spark;
    }

    static TaskCosts of(SparkSession spark) {
      var costs = new TaskCosts(spark);
      spark.sparkContext().addSparkListener(costs);
      return costs;
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      TaskMetrics metrics = end.taskMetrics();
      if (metrics != null) {
        nanos.addAndGet(metrics.executorCpuTime());
        read.addAndGet(metrics.inputMetrics().bytesRead());
        shuffled.addAndGet(metrics.shuffleWriteMetrics().bytesWritten());
        written.addAndGet(metrics.outputMetrics().bytesWritten());
      }
    }

    String take() throws TimeoutException {
      spark.sparkContext().listenerBus().waitUntilEmpty(); // events of tasks come late
      return String.format(
          Locale.ROOT,
          "%.1f s of a core, bytes: read %,d, shuffled %,d, written %,d",
          nanos.getAndSet(0) / 1e9,
          read.getAndSet(0),
          shuffled.getAndSet(0),
          written.getAndSet(0));
    }
  }

  private static String url(String id) {
    return "concat('https://host', " + id + " % 100000, '.example/some/path/', " + id + ")";
  }

  private static void fill(SparkSession spark, CrawlCatalog catalog, long urls) {
    spark.sql(
        "INSERT INTO "
            + catalog.sql(TableSchemas.URLS)
            + " (hash, url, host, outcome, queue, score, tie, depth, in_links, born, seed, parent,"
            + " hops, path_state, features) SELECT xxhash64("
            + url("id")
            + "), "
            + url("id")
            + ", concat('host', id % 100000), NULL, 0, rand(1), 0, 1, 1, id, false, "
            + url("id % 1000")
            + ", 0, array(0.5D, 0.5D), array(1, 2, 3) FROM range("
            + urls
            + ")");
    spark.sql(
        "INSERT INTO "
            + catalog.sql(TableSchemas.HOSTS)
            + " SELECT 0, concat('host', id), 0, 0, 0, 0, if(id % 10 = 0, map_from_arrays("
            + "transform(sequence(1, 8), each -> xxhash64(id, each)), array_repeat(200, 8)), map())"
            + " FROM range(100000)");
  }

  /** Appends visits and links as tasks do: half of the links lead to known URLs. */
  private static void find(SparkSession spark, DriverBranch tables, int round, long urls) {
    String target = "pmod(xxhash64(id, " + round + "), " + 2 * urls + ")";
    spark.sql(
        "INSERT INTO "
            + tables.target(TableSchemas.LINKS)
            + " (round, source, url, host, redirect, scored, queue, score, tie, depth, born, seed,"
            + " parent, hops, path_state, features) SELECT "
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
            + " (round, place, url, host, outcome, detail, depth, score, seed, hops, relevance,"
            + " relevant, status, content_type, bytes, executor) SELECT "
            + round
            + ", id, "
            + url(visited)
            + ", concat('host', "
            + visited
            + " % 100000), 'VISITED', '', 1, 0, false, 0, 0.5, true, 200, 'text/html', 1, ''"
            + " FROM range(20000)");
  }

  /** How long does a driver plan to read a table whose files hold a billion URLs? */
  @Test
  void planBillion() throws IOException {
    int files = 8_192;
    SparkSession spark = session(2);
    CrawlCatalog catalog = CrawlCatalog.of(spark, directory.resolve("billion").toString());
    Catalog opened = catalog.open();
    catalog.create(spark, 1_024);
    Table table = catalog.load(opened, TableSchemas.URLS);
    AppendFiles append = table.newAppend();
    for (int i = 0; i < files; i++) {
      append.appendFile(
          DataFiles.builder(table.spec())
              .withPath(table.location() + "/data/" + i + ".parquet")
              .withFileSizeInBytes(12_000_000)
              .withRecordCount(1_000_000_000 / files)
              .withPartitionPath("hash_bucket=" + i % 1_024)
              .build());
    }
    append.commit();
    long start = System.nanoTime();
    int planned = 0;
    try (var tasks = table.newScan().planTasks()) {
      for (CombinedScanTask task : tasks) {
        planned += task.files().size();
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    LOG.error("{}", String.format(Locale.ROOT, "%,d files planned in %.2f s", planned, seconds));
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
