package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeedTest {

  private final InMemoryWeb web =
      InMemoryWeb.builder()
          .page("http://good.test/", "", "laser")
          .failure("http://gone.test/", FailureReason.DNS)
          .status("http://busy.test/", 503)
          .build();

  @Test
  void unreachableSeedIsInTheReport() {
    var log = new EventLog();

    CrawlReport report =
        Crawls.of(web, "http://gone.test/", "http://good.test/").listener(log).build().run();

    assertThat(report.isSuccess()).isTrue();
    assertThat(report.statistics().visited()).isEqualTo(1);
    assertThat(report.failedSeeds()).containsOnlyKeys(CrawlUrl.of("http://gone.test/"));
    assertThat(report.failedSeeds().get(CrawlUrl.of("http://gone.test/"))).contains("DNS");
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .allSatisfy(event -> assertThat(event.failure().reason()).isEqualTo(FailureReason.DNS))
        .extracting(CrawlEvent.FetchFailed::willRetry)
        .containsExactly(true, true, false);
  }

  @Test
  void allSeedsFailingIsAnErrorResult() {
    CrawlReport report = Crawls.of(web, "http://gone.test/", "http://busy.test/").build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(report.isSuccess()).isFalse();
    assertThat(report.failedSeeds()).hasSize(2);
    assertThatThrownBy(report::orThrow)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("http://gone.test/")
        .hasMessageContaining("http://busy.test/");
  }

  @Test
  void resumedCrawlTriesFailedSeedsAgain(@TempDir Path directory) {
    String[] seeds = {"http://gone.test/", "http://busy.test/", "http://forbidden.test/"};
    InMemoryWeb down =
        InMemoryWeb.builder()
            .failure("http://gone.test/", FailureReason.DNS)
            .status("http://busy.test/", 503)
            .status("http://forbidden.test/", 403)
            .build();
    InMemoryWeb up =
        InMemoryWeb.builder()
            .page("http://gone.test/", "", "laser", "/next")
            .page("http://gone.test/next", "", "laser")
            .page("http://busy.test/", "", "laser")
            .page("http://forbidden.test/", "", "laser")
            .build();
    Crawls.of(down, seeds).directory(directory).build().run();

    CrawlReport report = Crawls.of(up, seeds).directory(directory).build().run();

    assertThat(report.statistics().visited()).isEqualTo(3);
    assertThat(report.failedSeeds()).containsOnlyKeys(CrawlUrl.of("http://forbidden.test/"));
    assertThat(report.statistics().failed()).isEqualTo(1);
  }

  @Test
  void seedThatIsNotModifiedHasNotFailed() {
    CrawlReport report =
        Crawls.of(web, "http://good.test/")
            .fetcher(request -> new FetchResult.NotModified(request.url()))
            .politeness(
                Politeness.builder().robots(RobotsPolicy.builder().obey(false).build()).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.failedSeeds()).isEmpty();
    assertThat(report.orThrow().isSuccess()).isTrue();
  }

  @Test
  void seedsOfWhichOneIsNotModifiedHaveNotAllFailed() {
    CrawlReport report =
        Crawls.of(web, "http://gone.test/", "http://good.test/")
            .fetcher(
                request ->
                    request.url().host().equals("good.test")
                        ? new FetchResult.NotModified(request.url())
                        : FetchResult.Failed.of(request.url(), FailureReason.TLS, "no"))
            .politeness(
                Politeness.builder().robots(RobotsPolicy.builder().obey(false).build()).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.failedSeeds()).containsOnlyKeys(CrawlUrl.of("http://gone.test/"));
  }

  @Test
  void seedGivenTwiceCountsOnce() {
    var log = new EventLog();

    Crawls.of(web, "http://good.test", "HTTP://good.test:80/#top").listener(log).build().run();

    assertThat(log.visited()).containsExactly("http://good.test/");
    assertThat(log.all(CrawlEvent.Started.class))
        .singleElement()
        .satisfies(event -> assertThat(event.seeds()).isEqualTo(1));
  }

  @Test
  void seedsAreVisitedInTheirOrder() {
    InMemoryWeb many =
        InMemoryWeb.builder()
            .page("http://c.test/", "", "", "http://x.test/")
            .page("http://a.test/", "", "")
            .page("http://b.test/", "", "")
            .page("http://x.test/", "", "")
            .build();
    var log = new EventLog();

    Crawls.of(many, "http://c.test/", "http://a.test/", "http://b.test/")
        .listener(log)
        .build()
        .run();

    assertThat(log.visited())
        .containsExactly("http://c.test/", "http://a.test/", "http://b.test/", "http://x.test/");
  }
}
