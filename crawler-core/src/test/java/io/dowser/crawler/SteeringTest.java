package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SteeringTest {

  private static final String HOME = "http://a.test/";

  @TempDir Path directory;

  private final EventLog log = new EventLog();

  /** A home page with links to two hosts, whose pages have links as well. */
  private static InMemoryWeb web() {
    return InMemoryWeb.builder()
        .page(HOME, "", "laser", "/x", "http://b.test/1", "/tides/1")
        .page("http://a.test/x", "", "x", "http://b.test/2", "/v", "/tides/2")
        .page("http://a.test/v", "", "v")
        .page("http://a.test/tides/1", "", "tides")
        .page("http://a.test/tides/2", "", "tides")
        .page("http://b.test/1", "", "b")
        .page("http://b.test/2", "", "b")
        .build();
  }

  private Crawler.Builder crawl() {
    return Crawls.of(web(), HOME).scorer(page -> link -> 0).listener(log);
  }

  /** Runs a crawl that is steered after its first visit, before anything else is fetched. */
  private CrawlReport steered(Crawler.Builder builder, Consumer<CrawlHandle> command) {
    var handle = new CompletableFuture<CrawlHandle>();
    builder.listener(
        event -> {
          if (event instanceof CrawlEvent.Visited visited && visited.visit().number() == 1) {
            command.accept(handle.join());
          }
        });
    try (Crawler crawler = builder.build()) {
      handle.complete(crawler.start());
      return handle.join().awaitOrStop().orThrow();
    }
  }

  private static void await(CrawlHandle handle, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(handle.isRunning()).isTrue();
      Thread.onSpinWait();
    }
  }

  private List<String> commands() {
    return log.all(CrawlEvent.Steered.class).stream().map(CrawlEvent.Steered::command).toList();
  }

  private List<String> setting(String name) {
    return StoredCrawls.strings(directory, "SELECT value FROM setting WHERE name='" + name + "'");
  }

  @Test
  void pausedCrawlFetchesNothingUntilItIsResumed() throws Exception {
    var handle = new CompletableFuture<CrawlHandle>();
    Crawler.Builder builder =
        crawl()
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited) {
                    handle.join().pause();
                  }
                });
    try (Crawler crawler = builder.build()) {
      CrawlHandle crawl = crawler.start();
      handle.complete(crawl);
      await(crawl, () -> crawl.state() == State.PAUSED);
      crawl.addSeeds(List.of("http://a.test/v"));
      await(crawl, () -> commands().size() == 2);
      assertThat(crawl.statistics().visited()).isEqualTo(1);
      assertThat(crawl.statistics().inFlight()).isZero();

      for (int visits = 2; visits <= 7; visits++) {
        int expected = visits;
        crawl.resume();
        await(
            crawl, () -> crawl.statistics().visited() == expected && crawl.state() == State.PAUSED);
      }
      crawl.resume();

      assertThat(crawl.await().stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
      assertThat(crawl.state()).isNotEqualTo(State.PAUSED);
      assertThat(log.visited()).hasSize(7);
    }
  }

  @Test
  void pausedCrawlCanBeStopped() throws Exception {
    try (Crawler crawler = crawl().build()) {
      CrawlHandle handle = crawler.start();
      handle.pause();
      handle.stop();

      assertThat(handle.await().stopReason()).isEqualTo(StopReason.STOPPED);
    }
  }

  @Test
  void limitOfPagesIsReplacedAndKept() {
    CrawlReport report = steered(crawl().directory(directory), handle -> handle.setMaxPages(3));

    assertThat(report.stopReason()).isEqualTo(StopReason.PAGES);
    assertThat(report.statistics().visited()).isEqualTo(3);
    assertThat(commands()).containsExactly("maxPages 3");
    assertThat(setting("maxPages")).containsExactly("3");
    assertThat(Crawls.run(Crawls.of(web()).scorer(page -> link -> 0).directory(directory)))
        .extracting(CrawlReport::stopReason)
        .isEqualTo(StopReason.PAGES);
  }

  @Test
  void limitOfTimeIsReplacedAndKept() {
    CrawlReport report =
        steered(crawl().directory(directory), handle -> handle.setMaxDuration(Duration.ofNanos(1)));

    assertThat(report.stopReason()).isEqualTo(StopReason.TIME);
    assertThat(setting("maxDuration")).containsExactly("PT0.000000001S");
  }

  @ParameterizedTest
  @ValueSource(strings = {"best-first", "breadth-first", "pagerank"})
  void urlsOfAPreferredHostPrecedeAllOthers(String frontier) {
    steered(
        crawl().frontier(frontier, Map.of()).directory(directory),
        handle -> {
          handle.prefer("B.test");
          handle.prefer("b.test"); // once more
        });

    assertThat(log.visited()).hasSize(7).startsWith(HOME, "http://b.test/1");
    assertThat(commands()).containsExactly("fetch first b.test", "fetch first b.test");
    assertThat(setting("preferred")).containsExactly("b.test");
  }

  @Test
  void preferenceHoldsInTheNextRunUntilItIsWithdrawn() {
    steered(crawl().maxPages(1).directory(directory), handle -> handle.prefer("*.b.test"));
    var second = new EventLog();
    var handle = new CompletableFuture<CrawlHandle>();
    Crawler.Builder builder =
        crawl()
            .maxPages(100)
            .directory(directory)
            .listener(second)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited
                      && visited.visit().url().host().equals("a.test")) {
                    handle.join().withdrawPreference("*.b.test");
                  }
                });
    try (Crawler crawler = builder.build()) {
      handle.complete(crawler.start());
      handle.join().awaitOrStop().orThrow();
    }

    assertThat(second.visited())
        .hasSize(6)
        .startsWith("http://b.test/1", "http://a.test/x")
        .element(2)
        .isNotEqualTo("http://b.test/2");
    assertThat(setting("preferred")).containsExactly("");
  }

  @Test
  void urlsOfAPreferredHostComeFromTheTable() {
    steered(crawlOfManyHosts(), handle -> handle.prefer("late.test"));

    assertThat(log.visited().subList(1, 11)).allMatch(url -> url.contains("late.test"));
  }

  @Test
  void preferredHostWithoutUrlsChangesNothing() {
    steered(crawlOfManyHosts(), handle -> handle.prefer("other.test"));

    List<String> expected = new ArrayList<>(List.of(HOME));
    expected.addAll(manyHosts());
    assertThat(log.visited()).containsExactlyElementsOf(expected);
  }

  /** Of 100 URLs, one in ten of one host, 16 fit into memory. */
  private Crawler.Builder crawlOfManyHosts() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    manyHosts().forEach(url -> web.page(url, "", "x"));
    web.page(HOME, "", "laser", manyHosts().toArray(String[]::new));
    return Crawls.of(web.build(), HOME)
        .scorer(page -> link -> -Integer.parseInt(link.target().path().substring(1)))
        .means(Means.builder().frontierCapacity(16).build())
        .directory(directory)
        .listener(log);
  }

  private static List<String> manyHosts() {
    return IntStream.range(0, 100)
        .mapToObj(i -> "http://" + (i % 10 == 9 ? "late" : "h" + i) + ".test/" + i)
        .toList();
  }

  @Test
  void onlyAHostIsPreferred() {
    try (Crawler crawler = crawl().build()) {
      CrawlHandle handle = crawler.start();
      for (String text : List.of("b.test/x", "/x/", "b.test:8080")) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> handle.prefer(text))
            .withMessageContaining("'" + text + "'")
            .withMessageContaining("'*.example.org'");
      }
      handle.awaitOrStop().orThrow();
    }
  }

  @Test
  void excludedHostIsNotFetchedAnyMore() {
    steered(
        crawl().frontier("breadth-first", Map.of()).directory(directory),
        handle -> handle.exclude("b.test"));

    assertThat(log.visited()).hasSize(5).noneMatch(url -> url.startsWith("http://b.test/"));
    assertThat(log.all(CrawlEvent.Dropped.class))
        .extracting(event -> event.url() + " " + event.reason())
        .containsExactly("http://b.test/1 " + AbandonReason.EXCLUDED);
    assertThat(log.all(CrawlEvent.LinksSkipped.class))
        .flatExtracting(CrawlEvent.LinksSkipped::links)
        .containsExactly(new SkippedLink(CrawlUrl.of("http://b.test/2"), SkipReason.EXCLUDED));
    assertThat(setting("excluded")).containsExactly("b.test/");
  }

  @Test
  void excludedHostStaysExcludedInTheNextRun() {
    steered(crawl().maxPages(1).directory(directory), handle -> handle.exclude("*.test"));
    CrawlReport report =
        Crawls.run(
            Crawls.of(web(), "http://b.test/2")
                .scorer(page -> link -> 0)
                .maxPages(100)
                .directory(directory)
                .listener(log));

    assertThat(report.statistics().visited()).isEqualTo(1);
    assertThat(log.all(CrawlEvent.Dropped.class)).hasSize(4);
  }

  @Test
  void urlsOfAFormAreExcluded() {
    steered(crawl().directory(directory), handle -> handle.exclude("/tides/*$"));

    assertThat(log.visited()).hasSize(5).noneMatch(url -> url.contains("/tides/"));
    assertThat(setting("excluded")).containsExactly("/tides/*$");
  }

  @Test
  void withdrawnExclusionQueuesWhatWasDroppedAgain() throws Exception {
    steered(
        crawl().directory(directory),
        handle -> {
          handle.exclude("b.test");
          handle.exclude("/tides/");
        });
    assertThat(log.visited()).containsExactlyInAnyOrder(HOME, "http://a.test/x", "http://a.test/v");

    Limits idle = Limits.builder().idle(Duration.ofHours(1)).build();
    try (Crawler crawler = crawl().limits(idle).directory(directory).build()) {
      CrawlHandle handle = crawler.start();
      await(handle, () -> handle.state() == State.IDLE);
      handle.withdrawExclusion("B.test");
      await(handle, () -> handle.state() == State.IDLE && handle.statistics().visited() == 4);
      handle.stop();

      CrawlReport report = handle.await();
      assertThat(log.visited()).hasSize(4).endsWith("http://b.test/1");
      assertThat(report.statistics().failed()).isEqualTo(1); // of /tides/1, still excluded
    }
    assertThat(setting("excluded")).containsExactly("/tides/");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.verify()).isEmpty();
    }
  }

  private Crawler.Builder withFewerExclusions() {
    Crawler.Builder again = crawl().directory(directory);
    again.spec.excluded.set(List.of("/tides/"));
    return again;
  }

  @Test
  void crawlThatEndedIsResumedWithFewerExclusions() {
    steered(
        crawl().directory(directory),
        handle -> {
          handle.exclude("b.test");
          handle.exclude("/tides/");
        });
    withFewerExclusions().build().close(); // as if it was killed before it queued anything

    CrawlReport report = Crawls.run(withFewerExclusions());

    assertThat(log.visited()).hasSize(4).endsWith("http://b.test/1");
    assertThat(report.statistics().failed()).isEqualTo(1); // of /tides/1, still excluded
    assertThat(setting("excluded")).containsExactly("/tides/");
    Crawls.run(crawl().directory(directory));
    assertThat(log.visited()).hasSize(4);
  }

  @Test
  void exclusionIsWithdrawnInMemoryToo() {
    steered(
        crawl(),
        handle -> {
          handle.exclude("b.test");
          handle.exclude("/tides/");
          handle.withdrawExclusion("b.test");
          handle.withdrawExclusion("c.test"); // was not excluded
        });

    assertThat(log.visited())
        .hasSize(5)
        .contains("http://b.test/1", "http://b.test/2")
        .noneMatch(url -> url.contains("/tides/"));
  }

  @Test
  void idleCrawlWaitsForSeedsAndKeepsThem() throws Exception {
    Crawler.Builder builder =
        crawl()
            .stayOn(Scope.PREFIX.excluding("/"))
            .limits(Limits.builder().idle(Duration.ofHours(1)).build())
            .directory(directory);
    try (Crawler crawler = builder.build()) {
      CrawlHandle handle = crawler.start();
      await(handle, () -> handle.state() == State.IDLE);
      handle.addSeeds(List.of("http://a.test/v"));
      await(handle, () -> handle.state() == State.IDLE && handle.statistics().visited() == 2);
      handle.addSeeds(List.of("http://a.test/x"), Scope.of("b.test"));
      await(handle, () -> handle.state() == State.IDLE && handle.statistics().visited() == 4);
      handle.stop();

      assertThat(handle.await().stopReason()).isEqualTo(StopReason.STOPPED);
    }
    assertThat(log.visited())
        .containsExactly(HOME, "http://a.test/v", "http://a.test/x", "http://b.test/2");
    assertThat(log.all(CrawlEvent.Idle.class)).hasSize(3);
    assertThat(commands())
        .containsExactly(
            "add seeds http://a.test/v", "add seeds http://a.test/x with scope PATTERNS +b.test/");
    assertThat(setting("seeds").get(0).lines())
        .containsExactly(HOME, "http://a.test/v", "http://a.test/x");
    assertThat(setting("seedScopes")).containsExactly("http://a.test/x PATTERNS +b.test/");
  }

  @Test
  void everyCommandThatCameInTimeIsExecuted() throws Exception {
    InMemoryWeb.Builder web = InMemoryWeb.builder().page(HOME, "", "laser");
    for (int i = 0; i < 300; i++) {
      web.page("http://a.test/" + i, "", "");
    }
    var taken = new ArrayList<String>();
    try (Crawler crawler = Crawls.of(web.build(), HOME).listener(log).build()) {
      CrawlHandle handle = crawler.start();
      for (int i = 0; i < 300 && handle.addSeeds(List.of("http://a.test/" + i)); i++) {
        taken.add("http://a.test/" + i);
      }

      assertThat(handle.await().stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    }
    assertThat(commands()).hasSameSizeAs(taken);
    assertThat(log.visited()).containsAll(taken).hasSize(1 + taken.size());
  }

  @Test
  void commandOfTheLastVisitKeepsTheCrawlFromItsEnd() {
    CrawlReport report =
        steered(crawl().maxPages(1), handle -> assertThat(handle.setMaxPages(2)).isTrue());

    assertThat(report.statistics().visited()).isEqualTo(2);
  }

  @Test
  void commandsAfterTheEndAreRefused() throws Exception {
    try (Crawler crawler = crawl().build()) {
      CrawlHandle handle = crawler.start();
      handle.await();

      assertThat(handle.addSeeds(List.of("http://a.test/late"))).isFalse();
      assertThat(handle.addSeeds(List.of("http://a.test/late"), Scope.HOST)).isFalse();
      assertThat(handle.pause()).isFalse();
      assertThat(handle.resume()).isFalse();
      assertThat(handle.setMaxPages(100)).isFalse();
      assertThat(handle.setMaxDuration(Duration.ofDays(1))).isFalse();
      assertThat(handle.exclude("a.test")).isFalse();
      assertThat(handle.snapshot().get().state()).isEqualTo(CrawlSnapshot.State.ENDED);
    }
  }

  @Test
  void reportHasTheSettingsThatWereChanged() {
    CrawlReport report =
        steered(
            crawl().maxPages(25),
            handle -> {
              handle.setMaxPages(7);
              handle.addSeeds(List.of("http://a.test/v"), Scope.PREFIX);
              handle.exclude("b.test");
            });

    assertThat(report.metrics().settings())
        .containsEntry("maxPages", "7")
        .containsEntry("seeds", HOME + "\nhttp://a.test/v")
        .containsEntry("seedScopes", "http://a.test/v PREFIX")
        .containsEntry("excluded", "b.test/");
  }

  @Test
  void newScopeOfASeedReplacesTheOldOne() {
    steered(
        crawl().stayOn(Scope.HOST), handle -> handle.addSeeds(List.of(HOME), Scope.of("b.test")));

    assertThat(log.visited())
        .containsExactly(HOME, "http://a.test/x", "http://a.test/tides/1", "http://b.test/2");
  }

  @Test
  void seedThatIsPendingGoesFirst() {
    steered(crawl(), handle -> handle.addSeeds(List.of("http://a.test/tides/1")));

    assertThat(log.visited())
        .startsWith(HOME, "http://a.test/tides/1")
        .doesNotHaveDuplicates()
        .hasSize(7);
  }

  @Test
  void seedThatWasTooDeepIsFetched() {
    CrawlReport report =
        steered(
            Crawls.of(Crawls.chain(4), "http://chain.test/0")
                .limits(Limits.builder().maxDepth(0).build())
                .listener(log),
            handle -> handle.addSeeds(List.of("http://chain.test/1", "http://chain.test/0")));

    assertThat(log.visited()).containsExactly("http://chain.test/0", "http://chain.test/1");
    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
  }

  @Test
  void robotsTxtOfAnExcludedHostIsNotRequestedAgain() {
    String robots = "http://b.test/robots.txt";
    InMemoryFetcher fetcher =
        InMemoryWeb.builder()
            .page(HOME, "", "laser", "http://b.test/1", "http://b.test/2")
            .document(robots, "text/plain", "")
            .failingFirst(robots, FetchResult.FailureReason.TIMEOUT, 1)
            .page("http://b.test/1", "", "b")
            .page("http://b.test/2", "", "b")
            .build()
            .fetcher();
    var handle = new CompletableFuture<CrawlHandle>();
    Crawler.Builder builder =
        crawl()
            .fetcher(fetcher)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.FetchFailed failed && failed.willRetry()) {
                    handle.join().exclude("b.test");
                  }
                });
    try (Crawler crawler = builder.build()) {
      handle.complete(crawler.start());

      assertThat(handle.join().awaitOrStop().stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    }
    assertThat(fetcher.timesFetched(CrawlUrl.of(robots))).isEqualTo(1);
    assertThat(log.all(CrawlEvent.Dropped.class))
        .extracting(dropped -> dropped.url() + " " + dropped.reason())
        .containsExactlyInAnyOrder("http://b.test/1 EXCLUDED", "http://b.test/2 EXCLUDED");
  }

  @Test
  void sitemapOfAnExcludedHostIsNotFetched() {
    CrawlUrl sitemap = CrawlUrl.of("http://b.test/sitemap.xml");
    RobotsPolicy robots = RobotsPolicy.builder().maxSitemapUrls(10).build();
    InMemoryFetcher before = web().fetcher();
    InMemoryFetcher after = web().fetcher();

    steered(
        Crawls.of(web(), "http://b.test/1")
            .fetcher(before)
            .politeness(Politeness.builder().robots(robots).build()),
        handle -> {});
    steered(
        Crawls.of(web(), "http://b.test/1")
            .fetcher(after)
            .politeness(Politeness.builder().robots(robots).build()),
        handle -> handle.exclude("b.test"));

    assertThat(before.timesFetched(sitemap)).isEqualTo(1);
    assertThat(after.timesFetched(sitemap)).isZero();
  }

  @Test
  void idleCrawlEndsWhenNoSeedsCome() {
    CrawlReport report =
        Crawls.run(crawl().limits(Limits.builder().idle(Duration.ofMillis(20)).build()));

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(log.all(CrawlEvent.Idle.class)).hasSize(1);
  }

  @Test
  void wrongArgumentsAreRefusedAtOnce() {
    try (Crawler crawler = crawl().build()) {
      CrawlHandle handle = crawler.start();

      assertThatIllegalArgumentException().isThrownBy(() -> handle.addSeeds(List.of("nothing")));
      assertThatIllegalArgumentException().isThrownBy(() -> handle.setMaxPages(0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> handle.setMaxDuration(Duration.ofSeconds(-1)));
      assertThatIllegalArgumentException().isThrownBy(() -> handle.exclude(""));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> handle.withdrawExclusion("http:/a.test"));
    }
  }

  @Test
  void completionMayBeCancelledWithoutHarm() throws Exception {
    try (Crawler crawler = crawl().build()) {
      CrawlHandle handle = crawler.start();
      handle.completion().cancel(true);

      assertThat(handle.completion().get()).isEqualTo(handle.await());
      assertThat(handle.await().statistics().visited()).isEqualTo(7);
    }
  }
}
