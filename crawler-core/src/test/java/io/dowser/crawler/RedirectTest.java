package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectTest {

  private final EventLog log = new EventLog();

  @Test
  void targetIsVisitedInTheNameOfTheLink() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/old")
            .redirect("http://a.test/old", "/new")
            .redirect("http://a.test/new", "http://b.test/final")
            .page("http://b.test/final", "", "laser", "/next")
            .page("http://b.test/next", "", "")
            .build();

    CrawlReport report = crawl(web, "http://a.test/");

    assertThat(log.visited())
        .containsExactly("http://a.test/", "http://b.test/final", "http://b.test/next");
    assertThat(report.statistics().redirects()).isEqualTo(2);
    assertThat(log.all(CrawlEvent.Visited.class).get(1).visit().candidate().url())
        .hasToString("http://a.test/old");
    assertThat(log.all(CrawlEvent.Redirected.class))
        .extracting(CrawlEvent.Redirected::location)
        .containsExactly("http://a.test/new", "http://b.test/final");
  }

  @Test
  void targetThatIsKnownAlreadyIsNotFetchedTwice() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/old", "/new")
            .redirect("http://a.test/old", "/new")
            .page("http://a.test/new", "", "", "/old")
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    Crawls.of(web, "http://a.test/").fetcher(fetcher).listener(log).build().run();

    assertThat(log.visited()).containsExactly("http://a.test/", "http://a.test/new");
    assertThat(fetcher.order()).doesNotHaveDuplicates();
  }

  /** The canonical form is the one that the server does not answer. */
  @ParameterizedTest
  @CsvSource({"/,/index.html", "/%7Eu,/~u", "/a/,/a/index.htm#top", "/app,/app;jsessionid=0A1B"})
  void anotherFormOfTheSamePageIsAskedFor(String canonical, String location) {
    String written = "http://a.test" + location.replace("#top", "");
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test" + canonical, location)
            .page(written, "", "laser", canonical, "/next")
            .page("http://a.test/next", "", "", location)
            .build();
    InMemoryFetcher fetcher = web.fetcher();

    CrawlReport report =
        Crawls.of(web, "http://a.test" + canonical).fetcher(fetcher).listener(log).build().run();

    assertThat(report.isSuccess()).isTrue();
    assertThat(log.visited()).containsExactly(written, "http://a.test/next");
    assertThat(fetcher.order()).doesNotHaveDuplicates();
    assertThat(log.all(CrawlEvent.Redirected.class))
        .containsExactly(
            new CrawlEvent.Redirected(
                log.all(CrawlEvent.Visited.class).get(0).visit().candidate(),
                CrawlUrl.of("http://a.test" + canonical),
                written,
                true));
  }

  @Test
  void formsThatRedirectToEachOtherEnd() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test/", "/index.html")
            .redirect("http://a.test/index.html", "/index.htm")
            .redirect("http://a.test/index.htm", "/index.html")
            .build();

    CrawlReport report =
        Crawls.of(web, "http://a.test/")
            .limits(Limits.builder().maxRedirects(5).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(report.statistics().redirects()).isEqualTo(6);
    assertThat(report.failedSeeds().values()).singleElement().asString().contains("redirect");
  }

  @Test
  void formThatLeadsBackToTheCanonicalOneEnds() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test/", "/index.html")
            .redirect("http://a.test/index.html", "/")
            .build();

    CrawlReport report = crawl(web, "http://a.test/");

    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(report.statistics().redirects()).isEqualTo(2);
  }

  @Test
  void loopEnds() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test/", "/x")
            .redirect("http://a.test/x", "/")
            .build();

    CrawlReport report = crawl(web, "http://a.test/");

    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(report.failedSeeds()).hasSize(1);
    assertThat(report.statistics().redirects()).isEqualTo(2);
  }

  @Test
  void chainIsCutAfterTheAllowedNumber() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 20; i++) {
      web.redirect("http://a.test/" + i, "/" + (i + 1));
    }

    CrawlReport report =
        Crawls.of(web.build(), "http://a.test/0")
            .limits(Limits.builder().maxRedirects(3).build())
            .listener(log)
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.ALL_SEEDS_FAILED);
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.failure().reason()).isEqualTo(FailureReason.TOO_MANY_REDIRECTS);
              assertThat(event.failure().url()).hasToString("http://a.test/3");
            });
  }

  @ParameterizedTest
  @CsvSource({"/page,/page", "/check,/page"})
  void aLoopThatWantsACookieSaysSo(String first, String second) {
    InMemoryWeb.Builder web = InMemoryWeb.builder().redirect("http://a.test/page", first);
    if (!first.equals("/page")) {
      web.redirect("http://a.test" + first, second);
    }

    CrawlReport report = crawl(web.build(), "http://a.test/page");

    assertThat(report.failedSeeds().values())
        .containsExactly(
            "redirects to 'http://a.test/page', which is where it began; the site may require"
                + " cookies");
  }

  /** The second one is too much for the parser itself. */
  @ParameterizedTest
  @ValueSource(strings = {"mailto:somebody@a.test", "http://[1:0:1:0:1:0:1::0:1:0:1:0]/"})
  void targetThatIsNoWebAddressFailsTheSeed(String location) {
    InMemoryWeb web = InMemoryWeb.builder().redirect("http://a.test/", location).build();

    CrawlReport report = crawl(web, "http://a.test/");

    assertThat(report.cause()).isEmpty();
    assertThat(report.failedSeeds().values()).singleElement().asString().contains(location);
    assertThat(log.all(CrawlEvent.Redirected.class))
        .singleElement()
        .satisfies(event -> assertThat(event.followed()).isFalse());
  }

  @Test
  void seedThatRedirectsToAPendingSeedIsOnePage() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test/", "http://b.test/")
            .page("http://b.test/", "", "")
            .build();

    CrawlReport report =
        Crawls.of(web, "http://a.test/", "http://b.test/").listener(log).build().run();

    assertThat(log.visited()).containsExactly("http://b.test/");
    assertThat(report.isSuccess()).isTrue();
    assertThat(report.failedSeeds()).isEmpty();
  }

  @Test
  void hopsToManyBusyHostsAreAllMade() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[200];
    for (int i = 0; i < links.length; i++) {
      links[i] = "http://from" + i % 7 + ".test/" + i;
      web.redirect(links[i], "http://to" + i % 3 + ".test/" + i);
      web.page("http://to" + i % 3 + ".test/" + i, "", "");
    }
    web.page("http://a.test/", "", "", links);

    CrawlReport report =
        Crawls.of(web.build(), "http://a.test/")
            .means(Means.builder().workers(8).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(201);
  }

  private CrawlReport crawl(InMemoryWeb web, String seed) {
    return Crawls.of(web, seed).listener(log).build().run();
  }
}
