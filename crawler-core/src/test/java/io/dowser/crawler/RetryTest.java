package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryTest {

  private static final CrawlUrl PAGE = CrawlUrl.of("http://a.test/");

  private final EventLog log = new EventLog();

  @ParameterizedTest
  @EnumSource(
      value = FailureReason.class,
      names = {"DNS", "REFUSED", "RESET", "TIMEOUT", "IO"})
  void pageThatFailsTwiceIsVisitedAtTheThirdTry(FailureReason reason) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(PAGE.toString(), "", "")
            .failingFirst(PAGE.toString(), reason, 2)
            .build();

    CrawlReport report = crawl(web, web.fetcher()).build().run();

    assertThat(report.statistics().visited()).isEqualTo(1);
    assertThat(report.statistics().retries()).isEqualTo(2);
    assertThat(report.statistics().failed()).isZero();
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .hasSize(2)
        .allSatisfy(
            event -> {
              assertThat(event.willRetry()).isTrue();
              assertThat(event.failure().reason()).isEqualTo(reason);
            });
  }

  @Test
  void pageThatAlwaysFailsIsGivenUpAfterItsRetries() {
    InMemoryWeb web = InMemoryWeb.builder().status(PAGE.toString(), 500).build();
    InMemoryFetcher fetcher = web.fetcher();

    CrawlReport report = crawl(web, fetcher).build().run();

    assertThat(fetcher.timesFetched(PAGE)).isEqualTo(3);
    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .extracting(CrawlEvent.FetchFailed::willRetry)
        .containsExactly(true, true, false);
  }

  @Test
  void brokenPagesThatAreRetriedDoNotCostTheirHost() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[9];
    for (int i = 0; i < links.length; i++) {
      links[i] = PAGE.toString() + i;
      if (i < 3) {
        web.status(links[i], 500);
      } else {
        web.page(links[i], "", "");
      }
    }
    web.page(PAGE.toString(), "", "", links);
    InMemoryWeb built = web.build();

    CrawlReport report = crawl(built, built.fetcher()).build().run();

    assertThat(report.statistics().visited()).isEqualTo(7);
    assertThat(report.statistics().failed()).isEqualTo(3);
    assertThat(log.all(HostSlowed.class))
        .extracting(HostSlowed::cause)
        .containsOnly(HostSlowed.Cause.BACK_OFF)
        .hasSize(9);
  }

  @Test
  void hostOfBrokenPagesIsGivenUp() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[30];
    for (int i = 0; i < links.length; i++) {
      links[i] = "http://broken.test/" + i;
      web.status(links[i], 500);
    }
    web.page(PAGE.toString(), "", "", links);
    InMemoryWeb built = web.build();
    InMemoryFetcher fetcher = built.fetcher();

    crawl(built, fetcher).build().run();

    assertThat(fetcher.order().size())
        .as("the page, at most three tries for each of four, and a few after the suspension")
        .isBetween(10, 20);
    assertThat(log.all(HostSlowed.class).stream().map(HostSlowed::cause).distinct())
        .containsExactly(
            HostSlowed.Cause.BACK_OFF, HostSlowed.Cause.SUSPENDED, HostSlowed.Cause.GIVEN_UP);
  }

  @Test
  void whatWillNotPassIsNotTriedAgain() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(PAGE.toString(), "", "", "/gone", "/tls", "/image")
            .status("http://a.test/gone", 404)
            .failure("http://a.test/tls", FailureReason.TLS)
            .failure("http://a.test/image", FailureReason.CONTENT_TYPE)
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    crawl(web, fetcher).build().run();

    assertThat(fetcher.order()).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void hostThatKeepsFailingIsSuspendedAndGivenUp() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[30];
    for (int i = 0; i < links.length; i++) {
      links[i] = "http://broken.test/" + i;
      web.failure(links[i], FailureReason.RESET);
    }
    web.page(PAGE.toString(), "", "", links);
    InMemoryWeb built = web.build();
    InMemoryFetcher fetcher = built.fetcher();

    CrawlReport report = crawl(built, fetcher).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(fetcher.order().size())
        .as("the page, four tries, and one after the suspension")
        .isEqualTo(6);
    assertThat(log.all(HostSlowed.class).stream().map(HostSlowed::cause).distinct())
        .containsExactly(
            HostSlowed.Cause.BACK_OFF, HostSlowed.Cause.SUSPENDED, HostSlowed.Cause.GIVEN_UP);
    assertThat(log.all(CrawlEvent.Dropped.class))
        .hasSizeGreaterThan(25)
        .allSatisfy(drop -> assertThat(drop.reason()).isEqualTo(AbandonReason.HOST_GIVEN_UP));
    assertThat(report.statistics().stall().givenUp()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.test,TLS",
    "http://a.test:8080,REFUSED",
    "http://a.test:8080,TIMEOUT",
    "https://a.test:444,RESET"
  })
  void deadSchemeOrPortDoesNotHarmTheRestOfItsHost(String dead, FailureReason reason) {
    InMemoryWeb.Builder web =
        InMemoryWeb.builder()
            .failure(dead + "/robots.txt", reason)
            .failure(dead + "/0", reason)
            .failure(dead + "/1", reason);
    String[] links = new String[32];
    links[0] = dead + "/0";
    links[1] = dead + "/1";
    for (int i = 2; i < links.length; i++) {
      links[i] = "http://a.test/" + i;
      web.page(links[i], "", "");
    }
    web.page(PAGE.toString(), "", "", links);
    InMemoryWeb built = web.build();

    CrawlReport report = crawl(built, built.fetcher()).build().run();

    assertThat(report.statistics().visited()).isEqualTo(31);
    assertThat(log.all(CrawlEvent.Dropped.class))
        .extracting(drop -> drop.url().origin())
        .containsOnly(dead);
  }

  @Test
  void oneBrokenPageDoesNotHarmItsHost() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[20];
    for (int i = 0; i < links.length; i++) {
      links[i] = "http://a.test/" + i;
      if (i % 2 == 0) {
        web.status(links[i], 500);
      } else {
        web.page(links[i], "", "");
      }
    }
    web.page(PAGE.toString(), "", "", links);
    InMemoryWeb built = web.build();

    // 30 requests fail; while the JVM stands still, more than those of one page come in a row
    Politeness tenInARow = Crawls.HASTY.toBuilder().suspension(10, Duration.ofMillis(5), 1).build();
    CrawlReport report = crawl(built, built.fetcher()).politeness(tenInARow).build().run();

    assertThat(report.statistics().visited()).isEqualTo(11);
    assertThat(log.all(HostSlowed.class))
        .hasSize(30)
        .allSatisfy(slowed -> assertThat(slowed.cause()).isEqualTo(HostSlowed.Cause.BACK_OFF));
  }

  /** More seconds than a number of 64 bits of nanoseconds can hold. */
  @Test
  void endlessRetryAfterIsCutAndReported() {
    var requests = new AtomicInteger();
    InMemoryFetcher pages = InMemoryWeb.builder().page(PAGE.toString(), "", "").build().fetcher();
    Fetcher patient =
        request ->
            requests.getAndIncrement() == 0
                ? askingFor("99999999999", request)
                : pages.fetch(request);
    Duration most = Duration.ofMillis(5);

    CrawlReport report =
        Crawls.of(Crawls.chain(1), PAGE.toString())
            .fetcher(patient)
            .politeness(
                Crawls.HASTY.toBuilder().maxRetryAfter(most).robots(RobotsPolicy.IGNORE).build())
            .listener(log)
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(1);
    assertThat(log.all(HostSlowed.class))
        .containsExactly(
            new HostSlowed("a.test", HostSlowed.Cause.RETRY_AFTER, Duration.ofDays(36_500), most));
  }

  private static FetchResult.Failed askingFor(String retryAfter, FetchRequest request) {
    var headers = HttpHeaders.of(Map.of("Retry-After", List.of(retryAfter)), (name, value) -> true);
    return new FetchResult.Failed(
        request.url(), FailureReason.HTTP_STATUS, 503, "HTTP 503", true, headers);
  }

  @Test
  void retriesOfAllPagesTogetherHaveABudget() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[200];
    for (int i = 0; i < links.length; i++) {
      links[i] = "http://h" + i + ".test/";
      web.failure(links[i], FailureReason.TIMEOUT);
    }
    web.page(PAGE.toString(), "", "", links);
    InMemoryWeb built = web.build();

    CrawlReport report =
        crawl(built, built.fetcher())
            .politeness(Crawls.HASTY.toBuilder().retryShare(0).build())
            .build()
            .run();

    assertThat(report.statistics().retries()).isEqualTo(100);
    assertThat(report.statistics().failed()).isEqualTo(200);
  }

  @Test
  void pendingPageDoesNotUseUpThePageBudget() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .failure("http://broken.test/", FailureReason.TIMEOUT)
            .page("http://a.test/1", "", "")
            .page("http://b.test/1", "", "")
            .build();
    Politeness slow =
        Crawls.HASTY.toBuilder().backOff(Duration.ofDays(1), Duration.ofDays(1)).build();

    CrawlReport report =
        Crawls.of(web, "http://broken.test/", "http://a.test/1", "http://b.test/1")
            .politeness(slow)
            .maxPages(2)
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.PAGES);
    assertThat(report.statistics().stall().backingOff()).isEqualTo(1);
  }

  private Crawler.Builder crawl(InMemoryWeb web, InMemoryFetcher fetcher) {
    return Crawls.of(web, PAGE.toString()).fetcher(fetcher).listener(log);
  }
}
