package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobotsCrawlTest {

  private static final String ROBOTS = "http://a.test/robots.txt";

  private final EventLog log = new EventLog();

  @Test
  void forbiddenPagesAreNotFetchedAndTheRuleIsReported() {
    InMemoryWeb web =
        site("/", "/private/a", "/open")
            .document(ROBOTS, "text/plain", "User-agent: *\nDisallow: /private/\n")
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    CrawlReport report = crawl(web, fetcher).build().run();

    assertThat(fetcher.order()).extracting(CrawlUrl::path).containsExactlyInAnyOrder("/", "/open");
    assertThat(log.all(CrawlEvent.Dropped.class))
        .singleElement()
        .satisfies(
            drop -> {
              assertThat(drop.reason()).isEqualTo(AbandonReason.FORBIDDEN);
              assertThat(drop.detail()).isEqualTo("robots.txt: Disallow: /private/");
            });
    assertThat(report.statistics().failed()).isEqualTo(1);
  }

  @Test
  void rulesForThisCrawlerByNameCount() {
    InMemoryWeb web =
        site("/", "/x")
            .document(ROBOTS, "text/plain", "User-agent: dowser\nDisallow: /x\n\nUser-agent: *\n")
            .build();

    crawl(web, web.fetcher()).build().run();

    assertThat(log.visited()).containsExactly("http://a.test/");
  }

  @Test
  void robotsIsAskedForOncePerSiteHoweverManyWorkersThereAre() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] paths = new String[50];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = "http://b.test/" + i;
      web.page(paths[i], "", "", "http://c.test:8080/" + i);
      web.page("http://c.test:8080/" + i, "", "");
    }
    web.page("http://a.test/", "", "", paths);
    InMemoryWeb built = web.build();
    InMemoryFetcher fetcher = built.fetcher();

    crawl(built, fetcher)
        .means(Means.builder().workers(8).build())
        .politeness(Politeness.builder().connectionsPerHost(8).build())
        .build()
        .run();

    assertThat(log.visited()).hasSize(101);
    assertThat(fetcher.timesFetched(CrawlUrl.of("http://b.test/robots.txt"))).isEqualTo(1);
    assertThat(fetcher.timesFetched(CrawlUrl.of("http://c.test:8080/robots.txt"))).isEqualTo(1);
    assertThat(fetcher.timesFetched(CrawlUrl.of("http://c.test/robots.txt"))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"401,1", "403,1", "404,1", "410,1", "429,1", "500,0", "503,0"})
  void missingFileOpensTheSiteAndABrokenServerClosesIt(int status, int visits) {
    InMemoryWeb web = site("/").status(ROBOTS, status).build();

    CrawlReport report = crawl(web, web.fetcher()).build().run();

    assertThat(log.visited()).hasSize(visits);
    if (visits == 0) {
      assertThat(log.all(CrawlEvent.Dropped.class))
          .extracting(CrawlEvent.Dropped::reason)
          .containsExactly(AbandonReason.ROBOTS_UNREACHABLE);
      assertThat(report.failedSeeds().values())
          .singleElement()
          .asString()
          .contains("ROBOTS_UNREACHABLE", "status " + status);
      assertThat(report.metrics().problems()).containsKey("not fetched: robots.txt unreachable");
      assertThat(report.metrics().hosts())
          .extracting(CrawlMetrics.Host::lastFailure)
          .containsExactly("robots.txt unreachable");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401,UNAUTHORIZED,0",
    "403,FORBIDDEN,0",
    "429,TOO_MANY_REQUESTS,0",
    "401,FORBIDDEN,1",
    "404,TOO_MANY_REQUESTS,1"
  })
  void whichRefusalsCloseASiteIsASetting(int status, RobotsPolicy.Refusal closing, int visits) {
    InMemoryWeb web = site("/").status(ROBOTS, status).build();

    crawl(web, web.fetcher())
        .politeness(
            Politeness.builder()
                .robots(RobotsPolicy.builder().closedAt(Set.of(closing)).build())
                .build())
        .build()
        .run();

    assertThat(log.visited()).hasSize(visits);
  }

  @Test
  void siteThatRefusesForNowIsOpenButIsDelayedFirst() {
    InMemoryWeb web = site("/").status(ROBOTS, 429).build();

    crawl(web, web.fetcher()).build().run();

    assertThat(log.visited()).hasSize(1);
    assertThat(log.all(HostSlowed.class))
        .extracting(HostSlowed::cause)
        .containsExactly(HostSlowed.Cause.BACK_OFF);
  }

  @Test
  void fileThatCannotBeHadIsAskedForAgain() {
    InMemoryWeb web =
        site("/", "/x")
            .document(ROBOTS, "text/plain", "User-agent: *\nDisallow: /x")
            .failingFirst(ROBOTS, FailureReason.TIMEOUT, 3)
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    crawl(web, fetcher).build().run();

    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(fetcher.timesFetched(CrawlUrl.of(ROBOTS))).isEqualTo(4);
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .hasSize(3)
        .allSatisfy(event -> assertThat(event.willRetry()).isTrue());
  }

  @Test
  void hostThatNeverAnswersIsGivenUpWithItsReasonAndTheRestOfItsPagesDropped() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "http://dead.test/1", "http://dead.test/2")
            .failure("http://dead.test/robots.txt", FailureReason.REFUSED)
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    CrawlReport report = crawl(web, fetcher).build().run();

    assertThat(report.statistics().visited()).isEqualTo(1);
    assertThat(fetcher.order()).hasSize(1);
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .last()
        .satisfies(
            event -> {
              assertThat(event.willRetry()).isFalse();
              assertThat(event.failure().reason()).isEqualTo(FailureReason.REFUSED);
              assertThat(event.failure().detail()).startsWith("robots.txt: REFUSED");
            });
    assertThat(log.all(CrawlEvent.Dropped.class))
        .singleElement()
        .satisfies(drop -> assertThat(drop.reason()).isEqualTo(AbandonReason.HOST_GIVEN_UP));
    assertThat(log.all(HostSlowed.class))
        .extracting(HostSlowed::cause)
        .containsSubsequence(
            HostSlowed.Cause.BACK_OFF, HostSlowed.Cause.SUSPENDED, HostSlowed.Cause.GIVEN_UP);
  }

  @Test
  void eachHopOfARedirectIsChecked() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test/", "http://b.test/private")
            .page("http://b.test/private", "", "")
            .document("http://b.test/robots.txt", "text/plain", "User-agent: *\nDisallow: /private")
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    crawl(web, fetcher).build().run();

    assertThat(fetcher.order()).containsExactly(CrawlUrl.of("http://a.test/"));
    assertThat(log.all(CrawlEvent.Dropped.class))
        .singleElement()
        .satisfies(drop -> assertThat(drop.url()).hasToString("http://b.test/private"));
  }

  @ParameterizedTest
  @CsvSource({"5,0", "6,1"})
  void fiveRedirectsOfTheFileAreFollowedAndMoreOpenTheSite(int redirects, int visits) {
    InMemoryWeb.Builder web = site("/").redirect(ROBOTS, "http://r0.test/");
    for (int i = 0; i < redirects - 1; i++) {
      web.redirect("http://r" + i + ".test/", "http://r" + (i + 1) + ".test/");
    }
    web.document(
        "http://r" + (redirects - 1) + ".test/", "text/plain", "User-agent: *\nDisallow: /");
    InMemoryWeb built = web.build();

    crawl(built, built.fetcher()).build().run();

    assertThat(log.visited()).hasSize(visits);
  }

  @Test
  void tooLongCrawlDelaySlowsTheSiteAndIsReported() {
    InMemoryWeb web =
        site("/", "/x", "/y")
            .document(ROBOTS, "text/plain", "User-agent: *\nCrawl-delay: 86400\n")
            .build();

    CrawlReport report = crawl(web, web.fetcher()).build().run();

    assertThat(log.visited()).hasSize(3);
    Duration granted = Crawls.rules(Crawls.HASTY).granted(Duration.ofDays(1));
    assertThat(report.statistics().elapsed()).isGreaterThanOrEqualTo(granted.multipliedBy(2));
    assertThat(log.all(HostSlowed.class))
        .containsExactly(
            new HostSlowed("a.test", HostSlowed.Cause.CRAWL_DELAY, Duration.ofDays(1), granted));
  }

  @Test
  void delayBeyondAllBoundsIsALongOne() {
    InMemoryWeb web =
        site("/", "/x")
            .document(ROBOTS, "text/plain", "User-agent: *\nCrawl-delay: 99999999999\n")
            .build();

    CrawlReport report = crawl(web, web.fetcher()).build().run();

    Duration granted = Crawls.rules(Crawls.HASTY).granted(Duration.ofDays(1));
    assertThat(report.statistics().elapsed()).isGreaterThanOrEqualTo(granted);
    assertThat(log.all(HostSlowed.class))
        .containsExactly(
            new HostSlowed("a.test", HostSlowed.Cause.CRAWL_DELAY, Duration.ofDays(365), granted));
  }

  /** A cache for one site is too small for rules of this size, even for a moment. */
  @Test
  void rulesThatFitIntoNoMemoryStillDecideAboutHeldTasks() {
    var rules = new StringBuilder("User-agent: *\nDisallow: /private\n");
    for (int i = 0; i < 1_000; i++) {
      rules.append("Disallow: /").append(i).append('\n');
    }
    InMemoryWeb web =
        site("/", "/x", "/private").document(ROBOTS, "text/plain", rules.toString()).build();
    InMemoryFetcher fetcher = web.fetcher();

    crawl(web, fetcher)
        .politeness(Politeness.builder().robots(RobotsPolicy.builder().maxHosts(1).build()).build())
        .build()
        .run();

    assertThat(log.visited()).containsExactly("http://a.test/", "http://a.test/x");
    assertThat(fetcher.timesFetched(CrawlUrl.of(ROBOTS))).isEqualTo(3);
  }

  @Test
  void noRobotsAreFetchedIfTheyAreIgnored() {
    InMemoryWeb web =
        site("/", "/x").document(ROBOTS, "text/plain", "User-agent: *\nDisallow: /").build();
    InMemoryFetcher fetcher = web.fetcher();

    crawl(web, fetcher)
        .politeness(Politeness.builder().robots(RobotsPolicy.IGNORE).build())
        .build()
        .run();

    assertThat(log.visited()).hasSize(2);
    assertThat(fetcher.timesFetched(CrawlUrl.of(ROBOTS))).isZero();
  }

  @Test
  void pagesOfTheSitemapsOfASeedBecomeSeedsIfAskedFor() {
    InMemoryWeb web =
        site("/")
            .page("http://a.test/hidden", "", "")
            .page("http://a.test/deeper", "", "")
            .document(ROBOTS, "text/plain", "Sitemap: http://a.test/index.xml\n")
            .document(
                "http://a.test/index.xml",
                "text/xml",
                "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                    + "<sitemap><loc>http://b.test/sitemap.xml</loc></sitemap>"
                    + "<sitemap><loc>http://a.test/map.xml</loc></sitemap></sitemapindex>")
            .document(
                "http://a.test/map.xml",
                "text/xml",
                "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                    + "<url><loc>http://a.test/hidden</loc></url>"
                    + "<url><loc>http://a.test/unwanted</loc></url>"
                    + "<url><loc>http://b.test/elsewhere</loc></url>"
                    + "<url><loc>http://a.test/deeper</loc></url></urlset>")
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    crawl(web, fetcher)
        .politeness(
            Politeness.builder().robots(RobotsPolicy.builder().maxSitemapUrls(10).build()).build())
        .strategy(
            Strategy.builder()
                .linkPolicy(LinkPolicy.urls(url -> !url.path().equals("/unwanted"), "unwanted"))
                .build())
        .build()
        .run();

    assertThat(log.visited())
        .containsExactlyInAnyOrder(
            "http://a.test/", "http://a.test/hidden", "http://a.test/deeper");
    assertThat(fetcher.timesFetched(CrawlUrl.of("http://b.test/sitemap.xml"))).isZero();
  }

  @Test
  void redirectOfASitemapIsFollowedOnItsSite() {
    InMemoryWeb web =
        site("/")
            .page("http://a.test/hidden", "", "")
            .document(
                ROBOTS,
                "text/plain",
                "Sitemap: http://a.test/old.txt\nSitemap: http://a.test/away.txt\n")
            .redirect("http://a.test/old.txt", "/new.txt")
            .redirect("http://a.test/away.txt", "http://b.test/sitemap.txt")
            .document("http://a.test/new.txt", "text/plain", "http://a.test/hidden\n")
            .document("http://b.test/sitemap.txt", "text/plain", "http://a.test/no\n")
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    crawl(web, fetcher)
        .politeness(
            Politeness.builder().robots(RobotsPolicy.builder().maxSitemapUrls(10).build()).build())
        .build()
        .run();

    assertThat(log.visited()).containsExactlyInAnyOrder("http://a.test/", "http://a.test/hidden");
    assertThat(fetcher.timesFetched(CrawlUrl.of("http://b.test/sitemap.txt"))).isZero();
  }

  @Test
  void hostsAtOneAddressAreVisitedOneByOneIfAskedFor() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://localhost/", "", "")
            .page("http://127.0.0.1/", "", "")
            .page("http://no-such-host.invalid/", "", "")
            .build();
    Politeness perAddress = Crawls.HASTY.toBuilder().perAddress(true).build();

    crawl(web, web.fetcher())
        .seed("http://localhost/")
        .seed("http://127.0.0.1/")
        .seed("http://no-such-host.invalid/")
        .politeness(perAddress)
        .means(Means.builder().workers(4).build())
        .build()
        .run();

    assertThat(log.visited()).hasSize(3);
  }

  /** Pages of a.test, the first with links to the others. */
  private static InMemoryWeb.Builder site(String first, String... others) {
    InMemoryWeb.Builder web = InMemoryWeb.builder().page("http://a.test" + first, "", "", others);
    for (String path : others) {
      web.page("http://a.test" + path, "", "");
    }
    return web;
  }

  private Crawler.Builder crawl(InMemoryWeb web, InMemoryFetcher fetcher) {
    return Crawls.of(web, "http://a.test/").fetcher(fetcher).listener(log);
  }

  @Test
  void theFirstPageAfterRobotsTxtKeepsTheCrawlDelayToo() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .document("http://a.test/robots.txt", "text/plain", "User-agent: *\nCrawl-delay: 0.2")
            .page("http://a.test/", "", "")
            .build();

    assertDelays(web, RobotsPolicy.builder().build(), 2);
  }

  @Test
  void sitemapsKeepTheCrawlDelayToo() {
    String robots = "User-agent: *\nCrawl-delay: 0.2\nSitemap: /1.txt\nSitemap: /2.txt";
    InMemoryWeb web =
        InMemoryWeb.builder()
            .document("http://a.test/robots.txt", "text/plain", robots)
            .document("http://a.test/1.txt", "text/plain", "")
            .document("http://a.test/2.txt", "text/plain", "")
            .page("http://a.test/", "", "")
            .build();

    assertDelays(web, RobotsPolicy.builder().maxSitemapUrls(9).build(), 4);
  }

  private static void assertDelays(InMemoryWeb web, RobotsPolicy robots, int requests) {
    List<Long> times = Collections.synchronizedList(new ArrayList<>());
    Fetcher fetcher = web.fetcher();
    Fetcher timed =
        request -> {
          times.add(System.nanoTime());
          return fetcher.fetch(request);
        };
    Politeness rules =
        Politeness.builder()
            .maxCrawlDelay(Duration.ofSeconds(1))
            .delay(Duration.ZERO)
            .robots(robots)
            .build();

    Crawls.of(web, "http://a.test/").fetcher(timed).politeness(rules).build().run();

    assertThat(times).hasSize(requests);
    for (int i = 1; i < requests; i++) {
      assertThat(Duration.ofNanos(times.get(i) - times.get(i - 1)))
          .isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }
  }
}
