package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
            .workers(16)
            .connectionsPerHost(16)
            .analyses(analyses)
            .judge(page -> judge(page, together))
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(41);
    assertThat(most).hasValue(analyses);
    assertThat(alone).isFalse();
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
