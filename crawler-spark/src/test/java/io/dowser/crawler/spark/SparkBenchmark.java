package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.FormatMethod;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is measured of crawls on Spark; docs/spark.md has the commands, benchmarks/README.md the
 * results. Not among the benchmarks module's, which would bring Spark's dependencies there; not run
 * by any build, since its name is no test's.
 */
class SparkBenchmark {

  private static final int CRAWLS = Integer.getInteger("dowser.spark.crawls", 10);
  private static final int SITE_PAGES = Integer.getInteger("dowser.spark.pages", 20_000);
  private static final int ROUND = 2_000;
  private static final int WORKERS = 16;
  private static final Topic TOPIC = Topic.of("transaction", "index", "checkpoint", "软件包", "补丁");

  /** Spark as it is by default, unlike in tests. */
  private final SparkSession spark =
      SparkSession.builder()
          .master("local[2]")
          .appName("benchmark")
          .config("spark.ui.enabled", false)
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .getOrCreate();

  @TempDir Path directory;

  @FormatMethod
  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  /** The generated site of the benchmarks module, served by another process on the same cores. */
  @Test
  void pagesPerSecond() throws Exception {
    List<String> server =
        List.of(
            "-Xmx1g",
            "io.dowser.benchmarks.Benchmarks",
            "server",
            "" + SITE_PAGES,
            "200",
            "30",
            "2048",
            "30720",
            "1",
            "0");
    try (JvmProcess site =
        JvmProcess.start(Map.of(), System.getProperty("java.class.path"), server)) {
      int port = Integer.parseInt(site.await("^(\\d+)$"));
      say("%d pages, rounds of %d, %d threads, %s", SITE_PAGES, ROUND, WORKERS, machine());
      say("| crawl | crawler-core, pages/s | crawler-spark | ratio | full rounds alone | ratio |");
      say("|---:|---:|---:|---:|---:|---:|");
      for (int crawl = 1; crawl <= CRAWLS; crawl++) {
        double core = onOneMachine(port);
        double[] spark = onSpark(port, directory.resolve("crawl" + crawl));
        say(
            "| %d | %,.0f | %,.0f | %.2f | %,.0f | %.2f |",
            crawl, core, spark[0], spark[0] / core, spark[1], spark[1] / core);
      }
    }
  }

  private static String machine() {
    return Runtime.getRuntime().availableProcessors()
        + " processors, Java "
        + Runtime.version()
        + ", "
        + System.getProperty("java.vm.info");
  }

  private double onOneMachine(int port) {
    try (Fetcher fetcher = SiteFetcherProvider.fetcher(port, WORKERS);
        Crawler crawler =
            Crawler.builder()
                .seed("http://host-000.test/")
                .topic(TOPIC)
                .fetcher(fetcher)
                .workers(WORKERS)
                .connectionsPerHost(WORKERS)
                .delay(Duration.ZERO)
                .build()) {
      long start = System.nanoTime();
      long visited = crawler.run().orThrow().statistics().visited();
      assertThat(visited).isEqualTo(SITE_PAGES);
      return visited * 1e9 / (System.nanoTime() - start);
    }
  }

  /**
   * Pages a second of the whole crawl, and of the rounds that found all the pages they may take.
   */
  private double[] onSpark(int port, Path crawl) throws Exception {
    List<RoundProgress> rounds = new ArrayList<>();
    long start = System.nanoTime();
    long visited =
        SparkCrawl.builder(spark, crawl.toString())
            .seed("http://host-000.test/")
            .topic(TOPIC)
            .fetcher("site", Map.of("port", "" + port, "connections", "" + WORKERS))
            .delay(Duration.ZERO)
            .connectionsPerHost(WORKERS)
            .workers(WORKERS / 2)
            .tasks(2)
            .roundSize(ROUND)
            .perHost(ROUND)
            .listener(rounds::add)
            .build()
            .run()
            .statistics()
            .visited();
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(visited).isEqualTo(SITE_PAGES);
    long fetching = rounds.stream().mapToLong(round -> round.fetching().toMillis()).sum();
    long merging = rounds.stream().mapToLong(round -> round.merging().toMillis()).sum();
    say(
        "%d rounds: %.1f s, of which select and fetch %.1f s, merge %.1f s",
        rounds.size(), seconds, fetching / 1e3, merging / 1e3);
    if (Boolean.getBoolean("dowser.spark.eachRound")) {
      rounds.forEach(
          round ->
              say(
                  "round %d: %d pages, fetch %d ms, merge %d ms",
                  round.round(),
                  round.visitedInRound(),
                  round.fetching().toMillis(),
                  round.merging().toMillis()));
    }
    List<RoundProgress> full =
        rounds.stream().filter(round -> round.visitedInRound() == ROUND).toList();
    double nanos =
        full.stream().mapToLong(round -> round.fetching().plus(round.merging()).toNanos()).sum();
    return new double[] {visited / seconds, full.size() * ROUND * 1e9 / nanos};
  }

  /** Selection and merge of one round, beside a table of URLs that was compacted. */
  @Test
  void selectAndMerge() {
    long[] sizes =
        Arrays.stream(
                System.getProperty("dowser.spark.waiting", "1000000,3000000,10000000")
                    .split(",", -1))
            .mapToLong(Long::parseLong)
            .toArray();
    say("rounds of %d pages with 30 links each, two in three of them new, %s", ROUND, machine());
    say("| pending URLs | select, s | merge, s | together | a million |");
    say("|---:|---:|---:|---:|---:|");
    new PendingTable(spark, directory.resolve("warm-up").toString(), 100_000).round(1, ROUND);
    for (long size : sizes) {
      var table = new PendingTable(spark, directory.resolve("waiting" + size).toString(), size);
      double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
      for (int round = 1; round <= 3; round++) {
        double[] seconds = table.round(round, ROUND);
        best = seconds[0] + seconds[1] < best[0] + best[1] ? seconds : best;
      }
      double together = best[0] + best[1];
      say(
          "| %,d | %.2f | %.2f | %.2f | %.2f |",
          size, best[0], best[1], together, together * 1e6 / size);
      table.remove();
    }
  }

  /** Share of relevant pages among the visited ones, best first, beside a single machine's. */
  @Test
  void harvestByRoundSize() throws Exception {
    int pages = 3_000;
    int budget = 1_000;
    say("harvest of %d pages of webs of %d, best first", budget, pages);
    say("| web | single machine | rounds of 10 | rounds of 100 | rounds of 1,000 |");
    say("|---:|---:|---:|---:|---:|");
    for (int seed = 1; seed <= Integer.getInteger("dowser.spark.webs", 3); seed++) {
      RandomWeb web = RandomWeb.builder(seed).pages(pages).hosts(40).build();
      Path archive = directory.resolve("archive" + seed);
      harvest(web, web.web().fetcher(), Long.MAX_VALUE, archive);
      List<Double> row = new ArrayList<>();
      row.add(harvest(web, null, budget, archive));
      for (int size : new int[] {10, 100, 1_000}) {
        var report =
            SparkCrawl.builder(spark, directory.resolve(seed + "-" + size).toString())
                .seed(web.seed().toString())
                .topic(web.topic())
                .fetcher("replay", Map.of("archive", archive.toString()))
                .delay(Duration.ZERO)
                .perHost(size)
                .roundSize(size)
                .maxPages(budget)
                .build()
                .run();
        assertThat(report.statistics().visited()).isEqualTo(budget);
        row.add((double) report.statistics().relevant() / budget);
      }
      say(
          "| %d | %.3f | %.3f | %.3f | %.3f |",
          seed, row.get(0), row.get(1), row.get(2), row.get(3));
    }
  }

  /** Crawls on one machine: the whole web into an archive, or from an archive. */
  private static double harvest(RandomWeb web, @Nullable Fetcher whole, long budget, Path archive) {
    List<Boolean> relevant = new ArrayList<>();
    var builder =
        Crawler.builder()
            .seed(web.seed().toString())
            .topic(web.topic())
            .delay(Duration.ZERO)
            .workers(1)
            .maxPages(budget)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited page) {
                    relevant.add(page.visit().relevant());
                  }
                });
    if (whole == null) {
      builder.fetcher("replay", Map.of("archive", archive.toString()));
    } else {
      builder.fetcher(whole).pageSink(WarcSink.in(archive));
    }
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
    return relevant.stream().filter(is -> is).count() / (double) relevant.size();
  }
}
