package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.url.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SparkCrawlTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");
  private static final int PAGES = EXHAUSTIVE ? 300 : 60;
  private static final int HALF = PAGES / 2;
  private static final RandomWeb WEB = WebFetcherProvider.web(1, PAGES, 8);

  @TempDir Path directory;

  private SparkCrawl.Builder crawl() {
    return crawl(HALF);
  }

  private SparkCrawl.Builder crawl(int roundSize) {
    return crawl("random-web", Map.of("pages", "" + PAGES, "hosts", "8", "seed", "1"))
        .roundSize(roundSize);
  }

  private SparkCrawl.Builder crawl(String fetcher, Map<String, String> settings) {
    return SparkCrawl.builder(LocalSpark.session(), directory.resolve("crawl").toString())
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .fetcher(fetcher, settings)
        .buckets(2)
        .leaseTime(Duration.ofSeconds(1))
        .politeness(Politeness.builder().delay(Duration.ZERO).build());
  }

  private SparkCrawl.Builder oddCrawl() {
    return oddCrawl(Duration.ZERO);
  }

  private SparkCrawl.Builder oddCrawl(Duration delay) {
    return SparkCrawl.builder(LocalSpark.session(), directory.resolve("crawl").toString())
        .seed("http://a.example/")
        .topic(Topic.of("laser"))
        .fetcher("odd-web", Map.of())
        .scorer("poison", Map.of())
        .buckets(2)
        .leaseTime(Duration.ofSeconds(1))
        .politeness(Politeness.builder().delay(delay).build());
  }

  private CrawlTables tables() {
    return CrawlTables.open(LocalSpark.session(), directory.resolve("crawl").toString());
  }

  private Dataset<Row> pending() {
    return tables().urls().filter("outcome IS NULL");
  }

  private List<String> visited() {
    return tables()
        .visits()
        .filter("outcome = 'VISITED'")
        .orderBy("round", "place")
        .select("page_url")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private List<String> onOneMachine(Path pages) {
    List<String> visited = new ArrayList<>();
    try (Crawler crawler =
        Crawler.builder()
            .seed(WEB.seed().toString())
            .topic(WEB.topic())
            .fetcher(WEB.web().fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .persistence(Persistence.builder().pageSink(WarcSink.in(pages)).build())
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited page) {
                    visited.add(page.visit().url().toString());
                  }
                })
            .build()) {
      crawler.run().orThrow();
    }
    return visited;
  }

  @Test
  void visitsOfAReplayedWebTheSamePagesAsOneMachine() throws Exception {
    Path archive = directory.resolve("archive");
    List<String> expected = onOneMachine(archive);
    CrawlReport report =
        crawl("replay", Map.of("archive", archive.toString()))
            .roundSize(HALF)
            .keepPages()
            .build()
            .run();
    assertThat(visited()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(expected.size());
    assertThat(report.statistics().pending()).isZero();
    assertThat(tables().pages().count()).isEqualTo(expected.size());
    assertThat(pending().count()).isZero();
    documentedQueriesRun();
    report.writeHtml(directory.resolve("report.html"));
    assertThat(directory.resolve("report.html")).content().contains("The crawl ended");
  }

  private void documentedQueriesRun() throws IOException {
    tables().createTempViews();
    List<String> queries =
        Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/spark.md")))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(queries).hasSize(4);
    queries.forEach(query -> LocalSpark.session().sql(query).collectAsList());
    List<Row> hosts = LocalSpark.session().sql(queries.get(0)).collectAsList();
    assertThat(hosts.stream().mapToLong(row -> row.getLong(1)).sum()).isEqualTo(PAGES);
  }

  @Test
  void failedSeedsAreTriedAgainAndNewOnesAdded() throws Exception {
    oddCrawl().seed("http://gone.example/").roundSize(20).build().run();
    int rounds = tables().round();
    CrawlReport report =
        oddCrawl().seed("http://gone.example/").seed("http://a.example/new").build().run();
    assertThat(tables().round())
        .as("a round for seeds and one for both URLs")
        .isEqualTo(rounds + 2);
    assertThat(tables().visits().filter("url = 'http://gone.example/'").count()).isEqualTo(2);
    assertThat(tables().visits().filter("url = 'http://a.example/'").count()).isEqualTo(1);
    assertThat(report.failedSeeds())
        .containsOnlyKeys(CrawlUrl.of("http://gone.example/"), CrawlUrl.of("http://a.example/new"));
  }

  @Test
  void urlWhoseTaskDiedTwiceIsQuarantined() throws Exception {
    CrawlReport report =
        crawl("deadly", Map.of("pages", "" + PAGES, "hosts", "8", "seed", "1"))
            .means(Means.builder().workers(1).build())
            .roundSize(PAGES)
            .build()
            .run();
    List<Row> quarantined =
        tables().visits().filter("outcome = 'QUARANTINED'").select("url").collectAsList();
    assertThat(quarantined).hasSize(1);
    assertThat(quarantined.get(0).getString(0)).endsWith(DeadlyFetcherProvider.DEADLY);
    assertThat(visited()).doesNotHaveDuplicates().hasSizeGreaterThan(HALF);
    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
  }

  @Test
  void inLinksOfPendingUrlsAreTheVisitedPagesThatLinkToThem() throws Exception {
    crawl(HALF / 3).maxPages(HALF).build().run();
    Map<String, Long> counted = new TreeMap<>();
    for (Row row : tables().links().groupBy("url").count().collectAsList()) {
      counted.put(row.getString(0), row.getLong(1));
    }
    List<Row> pending = pending().select("url", "in_links").collectAsList();
    assertThat(pending).isNotEmpty();
    assertThat(pending)
        .allSatisfy(row -> assertThat(row.getLong(1)).isEqualTo(counted.get(row.getString(0))));
    assertThat(pending).extracting(row -> row.getLong(1)).anyMatch(pages -> pages > 1);
  }

  @Test
  void continuesAfterARoundThatBroke() throws Exception {
    SparkCrawl broken =
        crawl()
            .listener(
                progress -> {
                  if (progress.round() == 2) {
                    throw new IllegalStateException("the driver broke");
                  }
                })
            .build();
    assertThatThrownBy(broken::run).hasMessage("the driver broke");
    List<Integer> rounds = new ArrayList<>();
    crawl().listener(progress -> rounds.add(progress.round())).build().run();
    assertThat(rounds).first().isEqualTo(3);
    assertThat(visited()).doesNotHaveDuplicates().hasSize(PAGES);
  }

  @Test
  void refusesToContinueWithOtherSettings() throws Exception {
    crawl().maxPages(5).build().run();
    SparkCrawl other = crawl().frontier("breadth-first", Map.of()).build();
    assertThatThrownBy(other::run)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("another frontier: it was 'BestFirst[]' and is 'BreadthFirst[]'");
    assertThatThrownBy(crawl().randomSeed(2).build()::run)
        .hasMessageContaining("another randomSeed: it was '1' and is '2'");
    Map<String, String> strict = Map.of("threshold", "0.9");
    assertThatThrownBy(crawl().judge("topic-terms", strict).build()::run)
        .hasMessageContaining(
            "another judge: it was '{judge=topic-terms}' and is '{judge=topic-terms, judge.threshold=0.9}'");
  }

  @Test
  void whatIsOddCostsItsPageAndNoTask() throws Exception {
    CrawlReport report = oddCrawl().build().run();
    Map<String, String> outcomes = new TreeMap<>();
    List<String> details = new ArrayList<>();
    for (Row row : tables().visits().collectAsList()) {
      outcomes.put(row.getAs("url"), row.getAs("outcome"));
      details.add(row.getAs("detail"));
    }
    assertThat(outcomes)
        .containsEntry("http://a.example/poison", "VISITED")
        .containsEntry("http://a.example/secret", "FORBIDDEN")
        .containsEntry("http://a.example/moved", "REDIRECTED")
        .containsEntry("http://b.example/again", "REDIRECTED")
        .containsEntry("http://b.example/target", "VISITED")
        .containsEntry("http://gone.example/", "FETCH_FAILED")
        .containsEntry("http://a.example/lost", "REDIRECTED")
        .containsEntry("http://a.example/latest", "REDIRECTED")
        .doesNotContainKeys("http://b.example/after", OddWebProvider.TRAP, OddWebProvider.ARCHIVE)
        .hasSize(11);
    assertThat(details).anySatisfy(d -> assertThat(d).contains("StackOverflowError: poison"));
    assertThat(report.statistics().redirects()).isEqualTo(4);
    assertThat(report.statistics().failed()).isEqualTo(2);
    assertThat(report.metrics().problems()).containsKey("plugin failed: link scorer");
    Map<String, List<Double>> pathStates = new TreeMap<>();
    tables()
        .visits()
        .filter("outcome = 'VISITED'")
        .select("url", "path_state")
        .collectAsList()
        .forEach(row -> pathStates.put(row.getString(0), row.getList(1)));
    assertThat(pathStates.get("http://a.example/")).containsExactly(1.0);
    assertThat(pathStates.get("http://b.example/target")).containsExactly(2.0);
    assertThat(pathStates.get("http://b.example/leaf")).containsExactly(3.0);
  }

  @Test
  void seedThatRedirectsTooOftenHasFailed() throws Exception {
    CrawlReport report =
        SparkCrawl.builder(LocalSpark.session(), directory.resolve("crawl").toString())
            .seed("http://c.example/0")
            .topic(Topic.of("laser"))
            .fetcher("odd-web", Map.of())
            .limits(Limits.builder().maxRedirects(2).build())
            .buckets(2)
            .leaseTime(Duration.ofSeconds(1))
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .build()
            .run();
    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(report.statistics().redirects()).isEqualTo(2);
    assertThat(report.failedSeeds()).containsOnlyKeys(CrawlUrl.of("http://c.example/2"));
    assertThat(report.failedSeeds().toString()).contains("TOO_MANY_REDIRECTS");
  }

  /** A crawl of an order takes seconds, so the ordinary build crawls a part of the web. */
  @ParameterizedTest
  @ValueSource(strings = {"breadth-first", "shark"})
  void everyOrderVisitsAll(String order) throws Exception {
    int budget = EXHAUSTIVE ? PAGES : 12;
    crawl().frontier(order, Map.of()).maxPages(budget).build().run();
    assertThat(visited()).doesNotHaveDuplicates().hasSize(budget);
  }

  @Test
  void missingPluginIsNamedWithTheMachineThatMissesIt() {
    SparkCrawl crawl = crawl().scorer("nobody", Map.of()).build();
    assertThatThrownBy(crawl::run)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("on the driver")
        .hasMessageContaining("'nobody'");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void wrongSettingsFailBeforeTheFirstRound() {
    assertThatThrownBy(() -> crawl(0))
        .hasMessageContaining("roundSize must be a whole number from 1");
    assertThatThrownBy(() -> crawl().maxPages(0)).hasMessageContaining("maxPages");
    assertThatThrownBy(() -> oddCrawl(Duration.ofDays(2))).hasMessageContaining("delay");
    assertThatThrownBy(() -> crawl().roundTime(Duration.ZERO)).hasMessageContaining("roundTime");
    assertThatThrownBy(() -> crawl().seed("ftp://a.example/")).hasMessageContaining("a seed must");
    assertThatThrownBy(() -> crawl().file(Path.of("/no/such/file"))).hasMessageContaining("file");
    SparkCrawl misspelt = crawl().scorer("best-first", Map.of("wieght", "1")).build();
    assertThatThrownBy(misspelt::run).hasMessageContaining("wieght");
    assertThat(directory).isEmptyDirectory();
    assertThatThrownBy(() -> crawl().frontier("random", Map.of()))
        .isInstanceOf(SettingException.class);
    assertThatThrownBy(() -> crawl().frontier("pagerank", Map.of()))
        .hasMessageContaining("the ranks change with each page");
    assertThatThrownBy(() -> crawl().frontier("wang-landau", Map.of()))
        .hasMessageContaining("each step of its walk depends on the page before");
    assertThatThrownBy(() -> crawl().stayOn(Scope.HOST.beyond()))
        .hasMessageContaining("a scope on Spark must not reach beyond");
    LinkPolicy own = LinkPolicy.anchor("laser");
    assertThatThrownBy(() -> crawl().linkPolicy(own)).hasMessageContaining("Serializable");
  }

  @Test
  void callThatWouldDiscardAnEarlierOneIsRefused() {
    Politeness politeness = Politeness.builder().delay(Duration.ZERO).build();
    assertThatThrownBy(() -> crawl().roundSize(5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("roundSize");
    assertThatThrownBy(() -> crawl().politeness(politeness))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("politeness.delay");
    Limits limits = Limits.builder().maxPages(1).build();
    assertThatThrownBy(() -> crawl().maxPages(2).limits(limits))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("maxPages");
  }

  @Test
  void rulesThatARoundCannotKeepAreRefused() {
    Limits found = Limits.builder().stopWhenFound(0.9).build();
    assertThatThrownBy(() -> crawl().limits(found)).hasMessageContaining("stopWhenFound");
    RobotsPolicy sitemaps = RobotsPolicy.builder().maxSitemapUrls(1).build();
    assertThatThrownBy(() -> crawl().politeness(Politeness.builder().robots(sitemaps).build()))
        .hasMessageContaining("maxSitemapUrls");
    var crawl = SparkCrawl.builder(LocalSpark.session(), directory.toString());
    Politeness perAddress = Politeness.builder().perAddress(true).build();
    assertThatThrownBy(() -> crawl.politeness(perAddress)).hasMessageContaining("perAddress");
    Politeness oneHost = Politeness.builder().hostGrouping(url -> "all").build();
    assertThatThrownBy(() -> crawl.politeness(oneHost)).hasMessageContaining("hostGrouping");
  }

  @Test
  void catalogThatTheSessionGotLaterAndThatCachesTablesIsReadAnew() throws Exception {
    SparkSession spark = LocalSpark.session();
    spark.conf().set("spark.sql.catalog.later", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.later.type", "hadoop");
    spark.conf().set("spark.sql.catalog.later.warehouse", directory.toString());
    for (int pages = 1; pages <= 2; pages++) {
      SparkCrawl.builder(spark, "iceberg:later.crawls.one")
          .seed(WEB.seed().toString())
          .topic(WEB.topic())
          .fetcher("random-web", Map.of("pages", "" + PAGES, "hosts", "8", "seed", "1"))
          .politeness(Politeness.builder().delay(Duration.ZERO).build())
          .leaseTime(Duration.ofSeconds(1))
          .maxPages(pages)
          .buckets(1)
          .build()
          .run();
      CrawlTables tables = CrawlTables.open(spark, "iceberg:later.crawls.one");
      assertThat(tables.visits().count()).isEqualTo(pages);
    }
  }
}
