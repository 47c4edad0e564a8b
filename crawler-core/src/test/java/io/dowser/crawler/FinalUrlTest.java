package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls with a fetcher whose pages have another URL than the one that was asked for. */
class FinalUrlTest {

  private final EventLog log = new EventLog();

  /**
   * Follows redirects itself, as a browser does; the key is the request, the value where it led.
   */
  private record Led(InMemoryFetcher fetcher, Map<String, String> to, List<FetchRequest> requests)
      implements Fetcher {

    @Override
    public FetchResult fetch(FetchRequest request) throws InterruptedException {
      requests.add(request);
      String target = to.get(request.url().toString());
      // as a browser, which has what it needs for its own condition
      FetchResult result = fetcher.fetch(target == null ? request : FetchRequest.of(request.url()));
      return target != null && result instanceof FetchResult.Fetched page
          ? new FetchResult.Fetched(
              page.url(),
              CrawlUrl.of(target),
              page.status(),
              page.headers(),
              page.body(),
              page.truncation(),
              page.elapsed())
          : result;
    }
  }

  private Led crawl(InMemoryWeb web, Map<String, String> to, Crawler.Builder crawl) {
    var fetcher = new Led(web.fetcher(), to, new CopyOnWriteArrayList<>());
    Crawls.run(crawl.fetcher(fetcher).listener(log));
    return fetcher;
  }

  @Test
  void pageIsVisitedUnderItsFinalUrlWithoutAnotherRequest() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/app")
            .page("http://a.test/app", "", "laser", "next")
            .page("http://b.test/home/next", "", "")
            .build();

    Led fetcher =
        crawl(
            web,
            Map.of("http://a.test/app", "http://b.test/home/"),
            Crawls.of(web, "http://a.test/"));

    assertThat(log.visited())
        .containsExactly("http://a.test/", "http://b.test/home/", "http://b.test/home/next");
    assertThat(fetcher.fetcher.order())
        .extracting(CrawlUrl::toString)
        .containsExactly("http://a.test/", "http://a.test/app", "http://b.test/home/next");
    assertThat(log.all(CrawlEvent.Visited.class).get(1).visit().candidate().url())
        .hasToString("http://a.test/app");
    assertThat(log.all(CrawlEvent.RequestEnded.class)).hasSize(3);
    assertThat(log.all(CrawlEvent.Redirected.class))
        .singleElement()
        .matches(CrawlEvent.Redirected::followed);
  }

  @Test
  void anotherFormOfTheSameUrlIsNoRedirect() {
    InMemoryWeb web = InMemoryWeb.builder().page("http://a.test/", "", "laser").build();

    crawl(
        web,
        Map.of("http://a.test/", "http://a.test/index.html"),
        Crawls.of(web, "http://a.test/"));

    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(log.all(CrawlEvent.Redirected.class)).isEmpty();
  }

  @Test
  void finalUrlOutOfScopeIsRefused() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/app")
            .page("http://a.test/app", "", "laser")
            .build();

    crawl(
        web,
        Map.of("http://a.test/app", "http://b.test/home"),
        Crawls.of(web, "http://a.test/").stayOn(Scope.HOST));

    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(log.all(CrawlEvent.Redirected.class))
        .singleElement()
        .matches(redirect -> !redirect.followed());
  }

  @Test
  void finalUrlThatRobotsTxtForbidsIsDropped() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/app")
            .page("http://a.test/app", "", "laser")
            .document("http://b.test/robots.txt", "text/plain", "User-agent: *\nDisallow: /home")
            .build();

    crawl(
        web,
        Map.of("http://a.test/app", "http://b.test/home"),
        Crawls.of(web, "http://a.test/")
            .politeness(Politeness.builder().robots(RobotsPolicy.OBEY).build()));

    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(log.all(CrawlEvent.Dropped.class))
        .extracting(CrawlEvent.Dropped::reason)
        .containsExactly(AbandonReason.FORBIDDEN);
  }

  @Test
  void finalUrlThatWasFetchedBeforeIsNotVisitedTwice() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/app")
            .page("http://a.test/app", "", "laser")
            .build();

    crawl(web, Map.of("http://a.test/app", "http://a.test/"), Crawls.of(web, "http://a.test/"));

    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(log.all(CrawlEvent.Redirected.class))
        .singleElement()
        .matches(redirect -> !redirect.followed());
  }

  @Test
  void checkedPageThatHasAnotherUrlNowHasMovedAndTheNewOneIsFetched(@TempDir Path directory) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/app")
            .page("http://a.test/app", "", "laser")
            .page("http://a.test/home", "", "laser")
            .build();
    crawl(web, Map.of(), Crawls.of(web, "http://a.test/").directory(directory));

    Led fetcher =
        crawl(
            web,
            Map.of("http://a.test/app", "http://a.test/home"),
            Crawler.recrawl(directory, Recrawl.builder().build()));

    assertThat(log.all(CrawlEvent.Moved.class))
        .singleElement()
        .matches(moved -> moved.queued() && moved.location().equals("http://a.test/home"));
    assertThat(fetcher.fetcher.order()).contains(CrawlUrl.of("http://a.test/home"));
    assertThat(log.visited())
        .containsExactly("http://a.test/", "http://a.test/app", "http://a.test/home");
  }

  @Test
  void requestsForPagesHaveTheirCandidates() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/old")
            .redirect("http://a.test/old", "/new")
            .page("http://a.test/new", "", "laser")
            .build();

    Led fetcher = crawl(web, Map.of(), Crawls.of(web, "http://a.test/"));

    assertThat(fetcher.requests)
        .filteredOn(request -> request.purpose() == FetchRequest.Purpose.PAGE)
        .extracting(request -> request.candidate().map(Candidate::url).orElseThrow().toString())
        .containsExactly("http://a.test/", "http://a.test/old", "http://a.test/old");
    assertThat(fetcher.requests)
        .filteredOn(request -> request.purpose() == FetchRequest.Purpose.ROBOTS)
        .isNotEmpty()
        .allMatch(request -> request.candidate().isEmpty());
  }
}
