package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.RequestEnded;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program sees of a crawl that was built before. */
class ObservedCrawlTest {

  private static final String SEED = "http://a.test/";

  private final EventLog log = new EventLog();

  @Test
  void eachRequestForAPageIsPublishedBeforeWhatComesOfIt() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(SEED, "", "laser", "/old", "/missing", "/flaky")
            .redirect(SEED + "old", "/new")
            .page(SEED + "new", "", "laser")
            .page(SEED + "flaky", "", "laser")
            .failingFirst(SEED + "flaky", FailureReason.TIMEOUT, 1)
            .build();
    Crawler crawler = Crawls.of(web, SEED).build().listener(log);
    crawler.run().orThrow();

    assertThat(log.all(RequestEnded.class))
        .extracting(event -> event.result().url().path() + " " + kind(event.result()))
        .containsExactlyInAnyOrder(
            "/ FETCHED",
            "/old REDIRECT",
            "/new FETCHED",
            "/missing HTTP_STATUS",
            "/flaky TIMEOUT",
            "/flaky FETCHED");
    assertThat(log.all(RequestEnded.class))
        .allSatisfy(event -> assertThat(event.elapsed()).isGreaterThanOrEqualTo(Duration.ZERO));
    assertThat(log.all().get(1)).isInstanceOf(RequestEnded.class);
    assertThat(log.all().get(2)).isInstanceOf(CrawlEvent.Visited.class);
  }

  private static String kind(FetchResult result) {
    return result instanceof FetchResult.Failed failed
        ? failed.reason().name()
        : result.getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }

  @Test
  void listenerIsRefusedOnceTheCrawlHasStarted() {
    Crawler crawler = Crawls.of(Crawls.chain(2), "http://chain.test/0").build();
    crawler.run();

    assertThatExceptionOfType(CrawlException.class)
        .isThrownBy(() -> crawler.listener(log))
        .withMessage("this crawl was started before; build another one");
  }

  @Test
  void statisticsAreThoseOfNothingBeforeTheStartAndStayAfterTheEnd() {
    Crawler crawler =
        Crawls.of(Crawls.chain(7), "http://chain.test/0")
            .means(Means.builder().name("tides").build())
            .build();

    assertThat(crawler.statistics()).isEqualTo(CrawlStatistics.none("tides"));

    CrawlReport report = crawler.run();
    crawler.close();

    assertThat(crawler.statistics()).isEqualTo(report.statistics());
    assertThat(crawler.statistics().visited()).isEqualTo(7);
  }

  @Test
  void commitsAreCountedWithTheirTime(@TempDir Path directory) {
    CrawlReport report =
        Crawls.of(Crawls.chain(30), "http://chain.test/0")
            .persistence(Persistence.builder().commitVisits(1).build())
            .directory(directory)
            .build()
            .run();

    assertThat(report.statistics().load().commits()).isGreaterThanOrEqualTo(30);
    assertThat(report.statistics().load().commitTime()).isPositive();
  }

  @Test
  void crawlWithoutDirectoryCommitsNothing() {
    CrawlReport report = Crawls.of(Crawls.chain(3), "http://chain.test/0").build().run();

    assertThat(report.statistics().load()).isEqualTo(new CrawlStatistics.Load(0, 0, Duration.ZERO));
  }

  @Test
  void pagesThatWaitForTheirAnalysisAreCounted() {
    var judged = new CountDownLatch(1);
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(SEED, "", "laser", "/1", "/2", "/3")
            .page(SEED + "1", "", "laser", "/later")
            .page(SEED + "2", "", "laser")
            .page(SEED + "3", "", "laser")
            .build();
    try (Crawler crawler =
        Crawls.of(web, SEED)
            .means(Means.builder().workers(3).maxConcurrentAnalyses(1).build())
            .politeness(Politeness.builder().connectionsPerHost(3).build())
            .judge(page -> page.url().path().equals("/") || awaits(judged) ? 1 : 0)
            .build()) {
      CrawlHandle handle = crawler.start();
      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (queued(handle) < 2 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(queued(handle)).isEqualTo(2);
      judged.countDown();
    }
  }

  private static int queued(CrawlHandle handle) {
    return handle.snapshot().join().statistics().load().queuedAnalyses();
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }
}
