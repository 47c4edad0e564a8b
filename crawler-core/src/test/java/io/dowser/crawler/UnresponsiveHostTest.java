package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.CrawlEvent.HostSlowed.Cause;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A suspended host is waited for, but not when it never answered and there is nothing else to do: a
 * crawl without network ends soon.
 */
class UnresponsiveHostTest {

  private static final Duration LONG = Duration.ofHours(1);

  private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (name, value) -> true);

  private final EventLog log = new EventLog();

  @Test
  void crawlOfNothingButUnresponsiveHostsEndsAfterTheirBackOffs() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .failure("http://dead.test/robots.txt", FailureReason.REFUSED)
            .failure("http://gone.test/robots.txt", FailureReason.DNS)
            .build();

    CrawlReport report =
        crawl(web, LONG, "http://dead.test/1", "http://dead.test/2", "http://gone.test/").run();

    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(report.statistics().elapsed()).isLessThan(LONG);
    assertThat(report.failedSeeds()).hasSize(3);
    assertThat(report.failedSeeds().toString()).contains("REFUSED", "DNS");
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .filteredOn(event -> !event.willRetry())
        .extracting(event -> event.failure().reason())
        .containsOnly(FailureReason.REFUSED, FailureReason.DNS);
    assertThat(log.all(HostSlowed.class))
        .extracting(HostSlowed::cause)
        .containsSubsequence(Cause.BACK_OFF, Cause.SUSPENDED, Cause.GIVEN_UP);
  }

  @Test
  void pageOfAUnresponsiveHostIsGivenUpToo() {
    InMemoryWeb web =
        InMemoryWeb.builder().failure("http://dead.test/", FailureReason.TIMEOUT).build();

    CrawlReport report =
        builder(web, LONG, "http://dead.test/")
            .politeness(Politeness.builder().robots(RobotsPolicy.IGNORE).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(report.failedSeeds().values())
        .singleElement()
        .asString()
        .contains("HOST_GIVEN_UP", "TIMEOUT");
  }

  @Test
  void unresponsiveHostIsTriedAgainAsLongAsThereIsOtherWork() {
    InMemoryWeb.Builder web =
        InMemoryWeb.builder()
            .page("http://late.test/", "", "")
            .document("http://late.test/robots.txt", "text/plain", "User-agent: *")
            .failingFirst("http://late.test/robots.txt", FailureReason.REFUSED, 4);
    for (int i = 0; i < 40; i++) {
      web.page("http://busy.test/" + i, "", "text " + i, "/" + (i + 1));
    }

    // a busy host is delayed 40 times 30 ms; the other one is suspended for 100 ms at least
    Politeness politeness = politeness(Duration.ofMillis(100)).delay(Duration.ofMillis(30)).build();
    Crawls.of(web.build(), "http://late.test/", "http://busy.test/0")
        .politeness(politeness)
        .listener(log)
        .build()
        .run();

    assertThat(log.visited()).contains("http://late.test/");
  }

  @Test
  void hostThatGaveAPageIsWaitedFor() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/later")
            .page("http://a.test/later", "", "")
            .failingFirst("http://a.test/later", FailureReason.TIMEOUT, 4)
            .build();

    crawl(web, Duration.ofMillis(300), "http://a.test/").run();

    assertThat(log.visited()).contains("http://a.test/later");
  }

  @Test
  void hostThatAnswersWithErrorsIsWaitedFor() {
    InMemoryWeb web = InMemoryWeb.builder().page("http://a.test/", "", "").build();
    InMemoryFetcher inner = web.fetcher();
    var requests = new AtomicInteger();
    Fetcher overburdened =
        request ->
            requests.getAndIncrement() < 4
                ? new FetchResult.Failed(
                    request.url(), FailureReason.HTTP_STATUS, 503, "busy", true, NO_HEADERS)
                : inner.fetch(request);

    builder(web, Duration.ofMillis(300), "http://a.test/").fetcher(overburdened).build().run();

    assertThat(log.visited()).containsExactly("http://a.test/");
  }

  /** It would be waited for an hour if a resumed crawl took it for one that had answered. */
  @Test
  @Timeout(60)
  void unresponsiveHostIsOneInAResumedCrawlToo(@TempDir Path directory) throws Exception {
    InMemoryWeb web =
        InMemoryWeb.builder().failure("http://dead.test/robots.txt", FailureReason.REFUSED).build();
    var suspended = new CompletableFuture<CrawlHandle>();
    try (Crawler crawler =
        builder(web, LONG, "http://dead.test/")
            .directory(directory)
            .listener(
                event -> {
                  if (event instanceof HostSlowed slowed && slowed.cause() == Cause.SUSPENDED) {
                    suspended.join().stop();
                  }
                })
            .build()) {
      CrawlHandle handle = crawler.start();
      suspended.complete(handle);
      assertThat(handle.await().stopReason()).isEqualTo(StopReason.STOPPED);
    }
    var later = new EventLog();

    CrawlReport resumed =
        builder(web, LONG, "http://dead.test/").directory(directory).listener(later).build().run();

    assertThat(resumed.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(resumed.failedSeeds().toString()).contains("HOST_GIVEN_UP", "REFUSED");
    assertThat(later.all(HostSlowed.class))
        .extracting(HostSlowed::cause)
        .as("it is suspended already")
        .containsExactly(Cause.GIVEN_UP);
  }

  private Crawler crawl(InMemoryWeb web, Duration suspendTime, String... seeds) {
    return builder(web, suspendTime, seeds).build();
  }

  private Crawler.Builder builder(InMemoryWeb web, Duration suspendTime, String... seeds) {
    return Crawls.of(web, seeds).politeness(politeness(suspendTime).build()).listener(log);
  }

  private static Politeness.Builder politeness(Duration suspendTime) {
    return Crawls.HASTY.toBuilder().maxRetries(10).suspension(4, suspendTime, 1);
  }
}
