package io.dowser.crawler.internal.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Uninterruptibles;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.EventLog;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a crawl does when a plugin does not come back from a page. */
@Timeout(120)
@Tag("slow")
class AnalysisTimeoutTest {

  private static final String SEED = "http://a.test/";

  /** Far more than a page takes that does not hang, once all classes are loaded. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final EventLog log = new EventLog();
  private final CountDownLatch release = new CountDownLatch(1);

  @BeforeAll
  static void loadClasses() {
    assertThat(Crawls.of(Crawls.chain(3), "http://chain.test/0").build().run().isSuccess())
        .isTrue();
  }

  @AfterEach
  void releaseHungThreads() {
    release.countDown();
  }

  @Test
  void pagesOfHungJudgesFailAndAllOthersAreVisited() {
    CrawlReport report =
        crawl(10)
            .means(
                Means.builder().analysisTimeout(LIMIT).workers(2).maxConcurrentAnalyses(2).build())
            .judge(page -> judge(page, Set.of("/1", "/2")))
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(9);
    assertThat(report.statistics().failed()).isEqualTo(2);
    assertThat(log.visited()).doesNotContain(SEED + "1", SEED + "2");
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .extracting(event -> event.url().path())
        .containsExactlyInAnyOrder("/1", "/2");
  }

  @ParameterizedTest
  @EnumSource(
      value = PluginKind.class,
      names = {"PAGE_ANALYZER", "RELEVANCE_JUDGE", "LINK_SCORER", "LINK_POLICY"})
  void failureNamesThePluginThatHangs(PluginKind kind) {
    Crawler.Builder crawl = crawl(1).means(Means.builder().analysisTimeout(LIMIT).build());
    if (kind != PluginKind.RELEVANCE_JUDGE) {
      crawl.judge(page -> 1);
    }
    switch (kind) {
      case PAGE_ANALYZER ->
          crawl.strategy(
              Strategy.builder()
                  .pageAnalyzer((page, arrival) -> hang(AnalyzedPage.builder(arrival).build()))
                  .build());
      case RELEVANCE_JUDGE -> crawl.judge(page -> hang(1.0));
      case LINK_SCORER -> crawl.scorer(page -> link -> hang(1.0));
      default ->
          crawl.strategy(
              Strategy.builder().linkPolicy((page, link) -> hang(Optional.empty())).build());
    }

    CrawlReport report = crawl.build().run();

    assertThat(report.failedSeeds()).hasSize(1);
    assertThat(report.stopReason())
        .as("the plugin never did its work")
        .isEqualTo(StopReason.FAILED);
    CrawlEvent.PluginFailed failed = log.all(CrawlEvent.PluginFailed.class).get(0);
    assertThat(failed.kind()).isEqualTo(kind);
    assertThat(failed.cause())
        .isInstanceOf(TimeoutException.class)
        .hasMessage("the %s %s took more than 2s on %s", kind, failed.plugin(), SEED);
  }

  @Test
  void crawlEndsWithTheFirstErrorWhenTooManyThreadsStayHung() {
    CrawlReport report =
        crawl(6)
            .means(Means.builder().analysisTimeout(LIMIT).maxPluginFailures(2).build())
            .judge(page -> judge(page, Set.of("/1", "/3", "/5")))
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow())
        .isInstanceOf(CrawlException.class)
        .hasMessageStartingWith("2 threads hang; the first: the relevance judge ")
        .hasMessageEndingWith(" took more than 2s on http://a.test/1")
        .hasCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void pluginThatEndsWhenItIsInterruptedGivesItsThreadBack() {
    CrawlReport report =
        crawl(6)
            .means(Means.builder().analysisTimeout(LIMIT).maxPluginFailures(2).build())
            .judge(page -> page.url().path().matches("/[135]") ? sleep() : 1)
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(4);
    assertThat(report.statistics().failed()).isEqualTo(3);
  }

  @Test
  void executorWhoseThreadsAllHangEndsTheCrawl() {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    CrawlReport report =
        crawl(6)
            .means(Means.builder().analysisTimeout(LIMIT).workers(2).executor(executor).build())
            .judge(page -> judge(page, Set.of("/1", "/2")))
            .build()
            .run();
    executor.shutdown();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow())
        .hasMessageStartingWith("the executor has no free thread: 2 threads hang; the first: ");
  }

  @Test
  void maxDurationIsNotHeldUpByHungThreads() {
    CrawlReport report =
        crawl(6)
            .means(
                Means.builder()
                    .analysisTimeout(Duration.ofDays(1))
                    .workers(2)
                    .maxConcurrentAnalyses(2)
                    .build())
            .limits(Limits.builder().maxDuration(Duration.ofSeconds(1)).build())
            .judge(page -> judge(page, Set.of("/1", "/2")))
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.TIME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.0009S", "PT-1S", "P1DT1S"})
  void limitIsOneMillisecondToOneDay(String limit) {
    assertThatThrownBy(
            () ->
                Crawler.builder()
                    .means(Means.builder().analysisTimeout(Duration.parse(limit)).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("analysisTimeout must be 1ms to 1d, but was ");
  }

  /** A page with links to a number of others. */
  private Crawler.Builder crawl(int targets) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[targets];
    for (int i = 0; i < targets; i++) {
      links[i] = "/" + (i + 1);
      web.page(SEED + (i + 1), "", "");
    }
    web.page(SEED, "", "", links);
    return Crawls.of(web.build(), SEED)
        .politeness(Crawls.HASTY.toBuilder().connectionsPerHost(2).build())
        .listener(log);
  }

  private double judge(AnalyzedPage page, Set<String> hanging) {
    return hanging.contains(page.url().path()) ? hang(1.0) : 1;
  }

  private <T> T hang(T value) {
    Uninterruptibles.awaitUninterruptibly(release);
    return value;
  }

  private double sleep() {
    try {
      release.await();
      return 1;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
