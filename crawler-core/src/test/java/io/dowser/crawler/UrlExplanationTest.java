package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.UrlExplanation.Aspect;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.Scope;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlExplanationTest {

  @TempDir Path directory;

  private final InMemoryWeb web =
      InMemoryWeb.builder()
          .page("http://a.test/", "", "laser", "/laser", "/other")
          .document(
              "http://a.test/robots.txt",
              "text/plain",
              "User-agent: *\nCrawl-delay: 7\nDisallow: /private\nAllow: /private/open\n")
          .status("http://down.test/robots.txt", 503)
          .build();
  private final InMemoryFetcher fetcher = web.fetcher();

  @Test
  void eachStepIsReportedForAUrlThatMayBeFetched() throws Exception {
    try (Crawler crawler = crawler()) {
      UrlExplanation explained = crawler.explain("HTTP://A.test:80/x/../private/open#top");

      assertThat(explained.isAllowed()).isTrue();
      assertThat(explained.url()).contains(CrawlUrl.of("http://a.test/private/open"));
      assertThat(explained.steps())
          .extracting(UrlExplanation.Step::aspect)
          .containsExactly(
              Aspect.CANONICAL_FORM,
              Aspect.SCOPE,
              Aspect.TRAPS,
              Aspect.ADDRESS,
              Aspect.HOST,
              Aspect.ROBOTS,
              Aspect.DELAY,
              Aspect.SCORE);
      assertThat(explained.toString())
          .contains("robots: Allow: /private/open", "requested 7s")
          .contains("score: unknown without a page that links to it");
      assertThat(crawler.explain("http://a.test/").toString()).doesNotContain("score:");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mailto:a@b.test,CANONICAL_FORM,not an http",
    "http://b.test/,SCOPE,POLICY not b",
    "http://a.test/x/x/x/x/x,TRAPS,REPEATED_SEGMENTS",
    "http://a.test/x.zip,TRAPS,MEDIA_TYPE",
    "http://a.test/private/x,ROBOTS,Disallow: /private",
    "http://down.test/,ROBOTS,status 503"
  })
  void firstStepThatRefusesIsTheLast(String url, Aspect aspect, String detail) throws Exception {
    try (Crawler crawler = crawler()) {
      UrlExplanation explained = crawler.explain(url);

      assertThat(explained.isAllowed()).isFalse();
      UrlExplanation.Step last = explained.steps().get(explained.steps().size() - 1);
      assertThat(last.aspect()).isEqualTo(aspect);
      assertThat(last.passed()).isFalse();
      assertThat(last.detail()).contains(detail);
    }
  }

  @Test
  void patternThatExcludesAUrlIsNamedUnlessTheUrlIsASeed() throws Exception {
    Scope scope = Scope.HOST.excluding("/x", "/*.pdf$");
    try (Crawler crawler =
        Crawls.of(web, "http://a.test/", "http://a.test/x/seed").stayOn(scope).build()) {
      assertThat(crawler.explain("http://a.test/y.pdf").toString())
          .contains("scope: NO, OUT_OF_SCOPE, excluded by /*.pdf$");
      assertThat(crawler.explain("http://b.test/").toString())
          .contains("scope: NO, OUT_OF_SCOPE")
          .doesNotContain("excluded by");
      assertThat(crawler.explain("http://a.test/x/seed").toString()).contains("scope: a seed");
    }
  }

  @Test
  void scoreIsReportedIfAPageIsGiven() throws Exception {
    CrawlUrl home = CrawlUrl.of("http://a.test/");
    var page = (FetchResult.Fetched) web.fetcher().fetch(FetchRequest.of(home));
    try (Crawler crawler = crawler()) {
      double good = crawler.explain("http://a.test/laser", page).score().orElseThrow();
      double poor = crawler.explain("http://a.test/other", page).score().orElseThrow();

      assertThat(good).isGreaterThan(poor);
      assertThat(crawler.explain("http://a.test/nowhere", page).isAllowed()).isFalse();
    }
  }

  @Test
  void sortOrderOfAListingIsRefusedOnItsPage() throws Exception {
    CrawlUrl listing = CrawlUrl.of("http://a.test/pub/");
    var page =
        new FetchResult.Fetched(
            listing,
            200,
            FetchResult.NO_HEADERS,
            Body.of("<a href='?C=M;O=A'>laser</a>".getBytes(UTF_8)),
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    try (Crawler crawler = crawler()) {
      UrlExplanation explained = crawler.explain("http://a.test/pub/?C=M;O=A", page);

      assertThat(explained.isAllowed()).isFalse();
      assertThat(explained.toString()).contains("SORT_ORDER");
    }
  }

  @Test
  void linksOfAPageThatCameFromElsewhereAreThoseOfItsOwnUrl() throws Exception {
    CrawlUrl old = CrawlUrl.of("http://a.test/old");
    var page =
        new FetchResult.Fetched(
            old,
            CrawlUrl.of("http://a.test/new/"),
            200,
            FetchResult.NO_HEADERS,
            Body.of("<a href=laser>laser</a>".getBytes(UTF_8)),
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    try (Crawler crawler = crawler()) {
      assertThat(crawler.explain("http://a.test/new/laser", page).score()).isPresent();
      assertThat(crawler.explain("http://a.test/laser", page).score()).isEmpty();
    }
  }

  @Test
  void scoreIsTakenApart() throws Exception {
    CrawlUrl home = CrawlUrl.of("http://a.test/");
    var page = (FetchResult.Fetched) web.fetcher().fetch(FetchRequest.of(home));
    try (Crawler crawler = crawler()) {
      UrlExplanation explained = crawler.explain("http://a.test/laser", page);

      Explanation parts = explained.explanation().orElseThrow();
      assertThat(parts.name()).isEqualTo("best-first");
      assertThat(parts.parts()).hasSize(3);
      assertThat(explained.score()).hasValue(parts.value());
      assertThat(explained.toString()).contains("  best-first = ", "    anchor cosine x ");
      assertThat(crawler.explain("http://a.test/nowhere", page).explanation()).isEmpty();
    }
  }

  @Test
  void linkOfAPageOfTheDirectoryIsScoredAsInTheCrawl() throws Exception {
    List<Visit> visits = new ArrayList<>();
    try (Crawler crawler = inheriting(visits).directory(directory).build()) {
      crawler.run().orThrow();
      for (Visit from : visits.subList(0, 3)) {
        String next = visits.get((int) from.number()).candidate().url().toString();
        UrlExplanation explained = crawler.explain(next, from.fetched());

        assertThat(explained.arrival()).isEqualTo(UrlExplanation.Arrival.KNOWN);
        assertThat(explained.score()).hasValue((double) from.number());
        assertThat(explained.score()).hasValue(visits.get((int) from.number()).candidate().score());
      }
    }
  }

  @Test
  void linkOfAVisitIsScoredAsInTheCrawlWithoutADirectory() throws Exception {
    List<Visit> visits = new ArrayList<>();
    try (Crawler crawler = inheriting(visits).build()) {
      crawler.run().orThrow();
      UrlExplanation explained = crawler.explain("http://chain.test/3", visits.get(2));

      assertThat(explained.arrival()).isEqualTo(UrlExplanation.Arrival.KNOWN);
      assertThat(explained.score()).hasValue(3);
    }
  }

  @Test
  void ofSeveralLinksToAUrlTheOneThatTheCrawlTakesIsExplained() throws Exception {
    InMemoryWeb twice =
        InMemoryWeb.builder()
            .document(
                "http://a.test/",
                "text/html",
                "<a href=/x>a</a> <a href=/x>longest</a> <a href=/x>another</a>")
            .page("http://a.test/x", "", "")
            .build();
    List<Visit> visits = new ArrayList<>();
    try (Crawler crawler =
        Crawls.of(twice, "http://a.test/")
            .scorer(page -> new ByLengthOfAnchor())
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited) {
                    visits.add(visited.visit());
                  }
                })
            .build()) {
      crawler.run().orThrow();
      UrlExplanation explained = crawler.explain("http://a.test/x", visits.get(0));

      assertThat(visits.get(1).candidate().tieBreak()).as("taken by the crawl").isEqualTo(7);
      assertThat(explained.explanation().orElseThrow().name()).isEqualTo("longest");
    }
  }

  /** Prefers links with longer texts, if only by the second key. */
  private static final class ByLengthOfAnchor implements PageScoring {

    @Override
    public double score(Link link) {
      return 1;
    }

    @Override
    public double tieBreak(Link link) {
      return link.anchorText().length();
    }

    @Override
    public Explanation explain(Link link) {
      return Explanation.of(link.anchorText(), 1);
    }
  }

  @Test
  void arrivalOfAPageThatTheCrawlDoesNotKnowIsReportedAsUnknown() throws Exception {
    List<Visit> visits = new ArrayList<>();
    try (Crawler crawler = inheriting(visits).build()) {
      crawler.run().orThrow();
      FetchResult.Fetched seed = visits.get(0).fetched();
      FetchResult.Fetched later = visits.get(2).fetched();

      assertThat(crawler.explain("http://chain.test/9").arrival())
          .isEqualTo(UrlExplanation.Arrival.NO_PAGE);
      assertThat(crawler.explain("http://chain.test/1", seed).arrival())
          .isEqualTo(UrlExplanation.Arrival.KNOWN);
      UrlExplanation unknown = crawler.explain("http://chain.test/3", later);
      assertThat(unknown.arrival()).isEqualTo(UrlExplanation.Arrival.UNKNOWN);
      assertThat(unknown.toString()).contains("how the crawl reaches it is unknown");
    }
  }

  /** A chain on which each link is worth the number of pages before its target. */
  private static Crawler.Builder inheriting(List<Visit> visits) {
    return Crawls.of(Crawls.chain(4), "http://chain.test/0")
        .scorer(UrlExplanationTest::countingScorer)
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited visited) {
                visits.add(visited.visit());
              }
            });
  }

  private static PageScoring countingScorer(AnalyzedPage page) {
    PathState inherited = page.arrival().pathState();
    double pages = inherited.isEmpty() ? 1 : inherited.get(0) + 1;
    return new PageScoring() {
      @Override
      public double score(Link link) {
        return pages;
      }

      @Override
      public PathState pathState() {
        return PathState.of(pages);
      }
    };
  }

  @Test
  void nothingButRobotsIsFetchedAndThatOnlyOnceWithinACrawl() throws Exception {
    try (Crawler crawler = crawler()) {
      crawler.run();
      List<CrawlUrl> fetched = fetcher.order();
      crawler.explain("http://a.test/x");

      assertThat(fetched).isNotEmpty().doesNotContain(CrawlUrl.of("http://a.test/x"));
      assertThat(fetcher.order()).isEqualTo(fetched);
      assertThat(fetcher.timesFetched(CrawlUrl.of("http://a.test/robots.txt"))).isEqualTo(1);
    }
  }

  @Test
  void addressesThatAreRefusedAreReported() throws Exception {
    var client =
        new OkHttpClient.Builder()
            .dns(
                host ->
                    switch (host) {
                      case "inside.test" -> List.of(InetAddresses.forString("10.1.2.3"));
                      case "mixed.test" ->
                          List.of(
                              InetAddresses.forString("127.0.0.1"),
                              InetAddresses.forString("9.9.9.9"));
                      default -> throw new UnknownHostException(host + " is unknown");
                    })
            .build();
    try (var okHttp = OkHttpFetcher.builder().client(client).build();
        Crawler crawler =
            Crawls.of(web, "http://a.test/")
                .fetcher(okHttp)
                .politeness(Politeness.builder().robots(RobotsPolicy.IGNORE).build())
                .build()) {
      assertThat(refusal(crawler, "http://2130706433/")).contains("127.0.0.1 is LOOPBACK");
      assertThat(refusal(crawler, "http://[::ffff:10.0.0.1]/")).contains("is PRIVATE");
      assertThat(refusal(crawler, "http://inside.test/")).contains("10.1.2.3 is PRIVATE");
      assertThat(refusal(crawler, "http://nowhere.test/")).contains("no address", "is unknown");
      assertThat(crawler.explain("http://mixed.test/").toString())
          .contains("address: 127.0.0.1 is LOOPBACK, 9.9.9.9");
      assertThat(crawler.explain("http://mixed.test/").isAllowed()).isTrue();
    }
  }

  private static String refusal(Crawler crawler, String url) throws InterruptedException {
    UrlExplanation explained = crawler.explain(url);
    UrlExplanation.Step last = explained.steps().get(explained.steps().size() - 1);
    assertThat(last.aspect()).as(explained.toString()).isEqualTo(Aspect.ADDRESS);
    assertThat(last.passed()).as(explained.toString()).isFalse();
    return last.detail();
  }

  /** One host keeps the crawl busy until another one has failed often enough. */
  @ParameterizedTest
  @CsvSource({
    "1,suspended for,true,suspended=1",
    "0,given up after 4 consecutive failures,false,givenUp=1"
  })
  void hostIsReportedAsItIsWhileTheCrawlRuns(
      int suspensions, String words, boolean passed, String stall) throws Exception {
    var release = new CountDownLatch(1);
    Fetcher slow =
        request -> {
          if (request.url().host().equals("a.test") && request.url().path().equals("/")) {
            release.await();
          }
          return fetcher.fetch(request);
        };
    CrawlUrl dead = CrawlUrl.of("http://down.test/");
    try (Crawler crawler =
        Crawls.of(web, "http://a.test/", dead.toString())
            .fetcher(slow)
            .means(Means.builder().workers(2).build())
            .politeness(
                Crawls.HASTY.toBuilder().suspension(4, Duration.ofHours(1), suspensions).build())
            .build()) {
      CrawlHandle handle = crawler.start();
      UrlExplanation explained = crawler.explain(dead.toString());
      while (!explained.toString().contains(words)) {
        assertThat(handle.isRunning()).as(explained.toString()).isTrue();
        Thread.onSpinWait();
        explained = crawler.explain(dead.toString());
      }
      assertThat(explained.isAllowed()).isEqualTo(passed);
      while (!handle.statistics().stall().toString().contains(stall)) {
        assertThat(handle.isRunning()).as("%s", handle.statistics()).isTrue();
        Thread.onSpinWait();
      }
      release.countDown();
    }
  }

  private Crawler crawler() {
    return Crawls.of(web, "http://a.test/")
        .fetcher(fetcher)
        .strategy(
            Strategy.builder()
                .linkPolicy(LinkPolicy.urls(url -> !url.host().equals("b.test"), "not b"))
                .build())
        .build();
  }
}
