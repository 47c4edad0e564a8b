package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.UrlCheck.Aspect;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlCheckTest {

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
  void eachStepIsToldForAUrlThatMayBeFetched() throws Exception {
    try (Crawler crawler = crawler()) {
      UrlCheck check = crawler.check("HTTP://A.test:80/x/../private/open#top");

      assertThat(check.isAllowed()).isTrue();
      assertThat(check.url()).contains(CrawlUrl.of("http://a.test/private/open"));
      assertThat(check.steps())
          .extracting(UrlCheck.Step::aspect)
          .containsExactly(
              Aspect.CANONICAL_FORM, Aspect.SCOPE, Aspect.TRAPS, Aspect.ROBOTS, Aspect.DELAY);
      assertThat(check.toString()).contains("robots: Allow: /private/open", "asked for PT7S");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mailto:a@b.test,CANONICAL_FORM,not an http",
    "http://b.test/,SCOPE,OUT_OF_SCOPE",
    "http://a.test/x/x/x/x/x,TRAPS,REPEATED_SEGMENTS",
    "http://a.test/private/x,ROBOTS,Disallow: /private",
    "http://down.test/,ROBOTS,status 503"
  })
  void firstStepThatRefusesIsTheLast(String url, Aspect aspect, String detail) throws Exception {
    try (Crawler crawler = crawler()) {
      UrlCheck check = crawler.check(url);

      assertThat(check.isAllowed()).isFalse();
      UrlCheck.Step last = check.steps().get(check.steps().size() - 1);
      assertThat(last.aspect()).isEqualTo(aspect);
      assertThat(last.passed()).isFalse();
      assertThat(last.detail()).contains(detail);
    }
  }

  @Test
  void scoreIsToldIfAPageIsGiven() throws Exception {
    CrawlUrl home = CrawlUrl.of("http://a.test/");
    var page = (FetchResult.Fetched) web.fetcher().fetch(FetchRequest.of(home));
    try (Crawler crawler = crawler()) {
      double good = crawler.check("http://a.test/laser", page).score().orElseThrow();
      double poor = crawler.check("http://a.test/other", page).score().orElseThrow();

      assertThat(good).isGreaterThan(poor);
      assertThat(crawler.check("http://a.test/nowhere", page).isAllowed()).isFalse();
    }
  }

  @Test
  void nothingButRobotsIsFetchedAndThatOnlyOnceWithinACrawl() throws Exception {
    try (Crawler crawler = crawler()) {
      crawler.run();
      crawler.check("http://a.test/x");

      assertThat(fetcher.timesFetched(CrawlUrl.of("http://a.test/robots.txt"))).isEqualTo(1);
    }
  }

  private Crawler crawler() {
    return Crawls.of(web, "http://a.test/")
        .fetcher(fetcher)
        .linkFilter(url -> !url.host().equals("b.test"))
        .build();
  }
}
