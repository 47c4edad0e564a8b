package io.dowser.crawler;

import static io.dowser.crawler.ChangingSite.page;
import static io.dowser.crawler.ChangingSite.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlHistory.UrlStatus;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What failed is tried again in the next cycle, and what fails in a cycle loses nothing. */
@Tag("slow")
class RecrawlFailuresTest extends RecrawlFixture {

  private static final Recrawl ALWAYS =
      Recrawl.builder().revisitPolicy(page -> Duration.ZERO).build();

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 503})
  void pageThatCouldNotBeServedIsVisitedInTheNextCycle(int status) {
    site.on("/", "tides", "/a").on("/a", request -> status(status));
    CrawlReport before = crawl();
    site.on("/a", "about tides");

    CrawlReport report = recrawl();

    assertThat(before.statistics().failed()).isEqualTo(1);
    assertThat(log.visited()).containsExactly(site.url("/a"));
    assertThat(report.statistics().failed()).isZero();
    assertThat(report.statistics().visited()).isEqualTo(2);
    assertThatStoreIsSound();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 410})
  void pageThatTheServerRefusesIsNotTriedAgain(int status) {
    site.on("/", "tides", "/a").on("/a", request -> status(status));
    crawl();

    recrawl();

    assertThat(site.requestedPages()).containsExactly("/");
  }

  @Test
  void pageThatFailsInEachCycleIsTriedAgainInEachAndCountsOnce() {
    site.on("/", "tides", "/a").on("/a", request -> status(503));
    crawl();
    recrawl(ALWAYS);

    CrawlReport report = recrawl(ALWAYS);

    assertThat(site.requests("/a")).isNotEmpty();
    assertThat(report.statistics().failed()).isEqualTo(1);
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.whyNotFetched(CrawlUrl.of(site.url("/a"))).state())
          .isEqualTo(UrlStatus.State.FAILED);
    }
    assertThatStoreIsSound();
  }

  @Test
  void plainResumeTriesNoFailedPageAgain() {
    site.on("/", "tides", "/a").on("/a", request -> status(503));
    crawl();
    site.forgetRequests();

    run(Crawler.resume(directory));

    assertThat(site.requestedPages()).isEmpty();
  }

  @Test
  void seedThatFailedIsTriedAgainAndIsNoLongerReportedAsFailed() {
    site.on("/", request -> status(500));
    try (Crawler crawler = first().build()) {
      assertThat(crawler.run().failedSeeds()).hasSize(1);
    }
    site.on("/", "tides", "/a").on("/a", "about tides");

    CrawlReport report = recrawl();

    assertThat(log.visited()).containsExactly(site.url("/"), site.url("/a"));
    assertThat(report.failedSeeds()).isEmpty();
  }

  @Test
  void hostThatWasGivenUpGetsAnotherChanceInTheNextCycle() {
    String[] links = {"/1", "/2", "/3", "/4", "/5", "/6"};
    site.on("/", "tides", links);
    List.of(links).forEach(link -> site.on(link, request -> status(500)));
    run(first().listener(log));
    assertThat(log.all(CrawlEvent.Dropped.class))
        .extracting(CrawlEvent.Dropped::reason)
        .contains(AbandonReason.HOST_GIVEN_UP);
    List.of(links).forEach(link -> site.on(link, "tides " + link));

    CrawlReport report = recrawl();

    assertThat(report.statistics().visited()).isEqualTo(1 + links.length);
    assertThat(report.statistics().failed()).isZero();
    assertThat(unchanged(false)).containsExactly("/");
  }

  /** The frontier is saved as a whole when its kind changes, here just after the failure. */
  @Test
  void failureThatTheSavedFrontierKnowsIsTriedAgainAndResumed() {
    site.on("/", "tides", "/a").on("/a", request -> status(503));
    crawl();
    run(
        Crawler.resume(directory)
            .frontier("breadth-first", Map.of())
            .persistence(Persistence.builder().allowChanged(true).build()));
    recrawl(Recrawl.builder().maxRequests(1).newShare(0).build());
    assertThat(site.requestedPages()).containsExactly("/");
    site.on("/a", "about tides", "/b", "/c").on("/b", "tides b").on("/c", "tides c");
    run(Crawler.resume(directory).maxPages(3));

    run(Crawler.resume(directory).maxPages(10));

    assertThat(StoredCrawls.visited(directory))
        .containsExactly(site.url("/"), site.url("/a"), site.url("/b"), site.url("/c"));
    assertThatStoreIsSound();
  }

  @Test
  void targetOfARedirectThatFailedIsTriedAgain() {
    site.on("/", "tides", "/a").on("/a", request -> status(302).with("Location", "/target"));
    site.on("/target", request -> status(500));
    crawl();
    site.on("/target", "about tides");

    CrawlReport report = recrawl();

    assertThat(log.visited()).hasSize(1);
    assertThat(site.requests("/target")).hasSize(1);
    assertThat(report.statistics().visited()).isEqualTo(2);
    assertThat(report.statistics().failed()).isZero();
    assertThatStoreIsSound();
  }

  @Test
  void failedPagesCountAsNewPagesOfTheBudget() {
    site.on("/", "tides", "/1", "/2", "/3", "/4");
    List.of("/1", "/2", "/3", "/4").forEach(link -> site.on(link, request -> status(408)));
    crawl();
    List.of("/1", "/2", "/3", "/4").forEach(link -> site.on(link, "tides"));

    recrawl(Recrawl.builder().maxRequests(4).newShare(0.5).build());

    assertThat(log.visited()).hasSize(2);
  }

  @Test
  void pageOfWhichHalfCameIsFetchedWholeThoughItsEntityTagIsTheSame() {
    site.on("/", "tides", "/a");
    site.on("/a", request -> page("half").with("ETag", TAG).cutShort());
    crawl();
    site.tagged("/a", TAG, "the whole page about tides", "/b").on("/b", "tides b");

    recrawl();

    assertThat(site.requests("/a").get(0).ifNoneMatch()).isEmpty();
    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
    assertThat(log.visited()).containsExactly(site.url("/b"));
  }

  @Test
  void clocksOfServersDoNotMatter() {
    String past = "Thu, 01 Jan 1970 00:00:10 GMT";
    String future = "Fri, 31 Dec 2999 23:59:59 GMT";
    site.on("/", request -> dated(request.getFirst("If-Modified-Since"), past, future));
    crawl();
    recrawl();
    assertThat(site.requests("/").get(0).ifModifiedSince()).contains(future);

    site.on("/", request -> page("other tides").with("Date", past).with("Last-Modified", past));
    recrawl();
    recrawl();

    assertThat(unchanged(true)).containsExactly("/");
    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
    assertThat(site.requests("/").get(0).ifModifiedSince()).contains(past);
    assertThat(unchanged(false)).containsExactly("/");
  }

  private static ChangingSite.Answer dated(String since, String date, String modified) {
    ChangingSite.Answer answer = modified.equals(since) ? status(304) : page("tides");
    return answer.with("Date", date).with("Last-Modified", modified);
  }

  @Test
  void serviceThatIsUnavailableIsCheckedAgainAfterTheTimeThatItAsksFor() {
    site.on("/", "tides");
    crawl();
    var answers = List.of(status(503).with("Retry-After", "1"), page("tides")).iterator();
    site.on("/", request -> answers.next());

    recrawl();

    assertThat(log.all(CrawlEvent.HostSlowed.class))
        .extracting(CrawlEvent.HostSlowed::cause)
        .containsExactly(CrawlEvent.HostSlowed.Cause.RETRY_AFTER);
    assertThat(unchanged(false)).containsExactly("/");
  }

  @Test
  void serviceThatStaysUnavailableKeepsThePageUntilItIsDueAgain() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/a", request -> status(503));
    recrawl();
    site.on("/a", "tides of today");

    recrawl();

    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .extracting(CrawlEvent.FetchFailed::willRetry)
        .containsExactly(true, true, false);
    assertThat(log.all(CrawlEvent.Gone.class)).isEmpty();
    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
  }

  @Test
  void pageThatRobotsTxtForbidsSinceIsKeptAndCheckedWhenItIsAllowedAgain() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/robots.txt", request -> robots("Disallow: /a"));
    recrawlAfter(Duration.ofDays(2));

    assertThat(site.requestedPages()).containsExactly("/");
    assertThat(log.all(CrawlEvent.Dropped.class))
        .extracting(drop -> drop.url().path() + " " + drop.reason())
        .containsExactly("/a FORBIDDEN");

    site.on("/robots.txt", request -> robots("Disallow:")).on("/a", "tides of today");
    recrawlAfter(Duration.ofDays(4));

    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
  }

  private static ChangingSite.Answer robots(String rule) {
    return new ChangingSite.Answer(200, "User-agent: *\n" + rule + "\n", List.of())
        .with("Content-Type", "text/plain");
  }

  /** Rules of a robots.txt are kept for a day. */
  private void recrawlAfter(Duration time) {
    site.forgetRequests();
    run(
        Crawler.recrawl(directory, Recrawl.builder().build())
            .means(Means.builder().clock(Clock.offset(Clock.systemUTC(), time)).build())
            .listener(log));
  }

  private void assertThatStoreIsSound() {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.verify()).isEmpty();
    }
  }
}
