package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many pages are analysed, judged and scored at once. */
class AnalysesTest {

  private static final String SEED = "http://a.test/";

  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicBoolean alone = new AtomicBoolean();

  @ParameterizedTest(name = "{0}")
  @ValueSource(ints = {1, 3, 8})
  void asManyPagesAreJudgedAtOnceAsWasAskedForAndNoMore(int analyses) {
    var together = new CountDownLatch(analyses);
    CrawlReport report =
        Crawls.of(star(40), SEED)
            .means(Means.builder().workers(16).maxConcurrentAnalyses(analyses).build())
            .politeness(Politeness.builder().connectionsPerHost(16).build())
            .judge(page -> judge(page, together))
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(41);
    assertThat(most).hasValue(analyses);
    assertThat(alone).isFalse();
  }

  /** The sitemap comes while a page is judged, and is given some time to be read meanwhile. */
  @Test
  void sitemapIsReadInTurnWithThePages() {
    String sitemap = "http://a.test/sitemap.txt";
    Fetcher web =
        InMemoryWeb.builder()
            .page(SEED, "", "")
            .page(SEED + "hidden", "", "")
            .document("http://a.test/robots.txt", "text/plain", "Sitemap: " + sitemap)
            .document(sitemap, "text/plain", SEED + "hidden\n")
            .build()
            .fetcher();
    var judging = new CountDownLatch(1);
    var fetched = new CountDownLatch(1);
    var listed = new CountDownLatch(1);
    CrawlReport report =
        Crawls.of(star(0), SEED)
            .fetcher(
                request -> {
                  boolean isSitemap = request.purpose() == FetchRequest.Purpose.SITEMAP;
                  boolean inTime = !isSitemap || judging.await(1, TimeUnit.MINUTES);
                  assertThat(inTime).isTrue();
                  FetchResult result = web.fetch(request);
                  if (isSitemap) {
                    fetched.countDown();
                  }
                  return result;
                })
            .means(Means.builder().workers(2).maxConcurrentAnalyses(1).build())
            .politeness(
                Politeness.builder()
                    .connectionsPerHost(2)
                    .robots(RobotsPolicy.builder().maxSitemapUrls(1).build())
                    .build())
            .strategy(
                Strategy.builder()
                    .linkPolicy(
                        LinkPolicy.urls(
                            url -> {
                              if (url.path().equals("/hidden")) {
                                listed.countDown();
                              }
                              return true;
                            },
                            ""))
                    .build())
            .judge(
                page -> {
                  if (judging.getCount() > 0) {
                    judging.countDown();
                    alone.set(isEndedWithin(fetched, 60_000) && isEndedWithin(listed, 500));
                  }
                  return 1;
                })
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(2);
    assertThat(alone).as("a sitemap was read while a page was judged").isFalse();
  }

  private static boolean isEndedWithin(CountDownLatch latch, long millis) {
    try {
      return latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void pageWhoseJudgeFailsGivesItsTurnBack() {
    CrawlReport report =
        Crawls.of(star(8), SEED)
            .means(Means.builder().maxConcurrentAnalyses(1).maxPluginFailures(100).build())
            .judge(
                page -> {
                  throw new IllegalStateException("no opinion");
                })
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(9);
  }

  @Test
  void closeDoesNotWaitForPagesThatArePendingForTheirTurn() throws InterruptedException {
    var stuck = new CountDownLatch(1);
    var inJudge = new CountDownLatch(1);
    Crawler crawler =
        Crawls.of(star(8), SEED)
            .means(Means.builder().workers(8).maxConcurrentAnalyses(1).build())
            .politeness(Politeness.builder().connectionsPerHost(8).build())
            .judge(page -> page.url().toString().equals(SEED) ? 1 : hold(inJudge, stuck))
            .build();
    CrawlHandle handle = crawler.start();
    assertThat(inJudge.await(20, TimeUnit.SECONDS)).isTrue();
    while (handle.statistics().inFlight() < 8) {
      Thread.onSpinWait();
    }
    long start = System.nanoTime();
    crawler.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    stuck.countDown();
  }

  @Test
  void resumeRestoresTheLimitOfConcurrentAnalyses(@TempDir Path directory) {
    Crawls.of(star(8), SEED)
        .directory(directory)
        .means(Means.builder().maxConcurrentAnalyses(3).build())
        .maxPages(1)
        .build()
        .run();

    Crawler.resume(directory).fetcher(star(8).fetcher()).maxPages(2).build().run();

    assertThat(CrawlHistory.settingsOf(directory)).containsEntry("maxConcurrentAnalyses", "3");
  }

  private static double hold(CountDownLatch inJudge, CountDownLatch stuck) {
    inJudge.countDown();
    try {
      stuck.await();
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private double judge(AnalyzedPage page, CountDownLatch together) {
    most.accumulateAndGet(now.incrementAndGet(), Math::max);
    try {
      if (!page.url().toString().equals(SEED)) {
        together.countDown();
        alone.compareAndSet(false, !together.await(20, TimeUnit.SECONDS));
      }
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } finally {
      now.decrementAndGet();
    }
  }

  private static InMemoryWeb star(int pages) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    var links = new String[pages];
    for (int i = 0; i < pages; i++) {
      links[i] = "/" + i;
      web.page(SEED + i, "page " + i, "laser");
    }
    return web.page(SEED, "the middle", "laser", links).build();
  }
}
