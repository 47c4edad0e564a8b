package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sites that set a cookie by a redirect and then send the client back. */
class CookieRedirectTest {

  private final MockWebServer server = new MockWebServer();
  private final EventLog log = new EventLog();

  /** What the site does with a request for a path that has these cookies. */
  private interface Site {
    MockResponse.Builder answer(String path, String cookies);
  }

  @BeforeEach
  void start() throws IOException {
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void redirectToItselfThatSetsACookieIsFollowed() {
    crawl((path, cookies) -> cookies.contains("seen=1") ? page() : redirect("/p", "seen=1"));

    assertThat(log.visited()).containsExactly(url("/p"));
  }

  @Test
  void redirectBackFromThePageThatSetsTheCookieIsFollowed() {
    crawl(
        (path, cookies) ->
            cookies.contains("seen=1")
                ? path.equals("/p") ? page() : redirect("/p", "")
                : path.equals("/p") ? redirect("/set", "") : redirect("/p", "seen=1"));

    assertThat(log.visited()).containsExactly(url("/p"));
  }

  @Test
  void redirectBackAfterACookieWasSetOnTheWayIsFollowed() {
    crawl(
        (path, cookies) ->
            switch (path) {
              case "/p" -> cookies.contains("b=2") ? page() : redirect("/a", "a=1");
              case "/a" -> cookies.contains("b=2") ? redirect("/p", "") : redirect("/b", "");
              default -> redirect("/a", "b=2; Path=/");
            });

    assertThat(log.visited()).containsExactly(url("/p"));
  }

  @Test
  void redirectThatRemovesACookieIsFollowed() {
    crawl(
        (path, cookies) ->
            cookies.contains("old=1")
                ? redirect("/p", "old=; Max-Age=0")
                : cookies.contains("new=1") ? page() : redirect("/p", "new=1"));

    assertThat(log.visited()).containsExactly(url("/p"));
  }

  @Test
  void loopWithoutChangeOfACookieEnds() {
    crawl((path, cookies) -> redirect("/p", "seen=1"));

    assertThat(log.visited()).isEmpty();
    assertThat(requests()).as("one more with the cookie").isEqualTo(2);
  }

  @Test
  void loopThatChangesACookieEachTimeEndsWithTheLimit() {
    var number = new AtomicInteger();
    crawl((path, cookies) -> redirect("/p", "n=" + number.incrementAndGet()));

    assertThat(log.visited()).isEmpty();
    assertThat(requests()).isEqualTo(11);
  }

  @Test
  void withoutCookiesNothingChanges() {
    crawl((path, cookies) -> redirect("/p", "seen=1"), false);

    assertThat(requests()).isEqualTo(1);
  }

  private void crawl(Site site) {
    crawl(site, true);
  }

  private void crawl(Site site, boolean cookies) {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            String path = request.getUrl().encodedPath();
            String sent = request.getHeaders().get("Cookie");
            return path.equals("/robots.txt")
                ? new MockResponse.Builder().code(404).build()
                : site.answer(path, sent == null ? "" : sent).build();
          }
        });
    try (OkHttpFetcher fetcher =
        OkHttpFetcher.builder()
            .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
            .cookies(cookies)
            .build()) {
      Crawler.builder()
          .seed(url("/p"))
          .topic(Crawls.TOPIC)
          .fetcher(fetcher)
          .politeness(Politeness.builder().delay(Duration.ZERO).build())
          .listener(log)
          .build()
          .run();
    }
  }

  private int requests() {
    return server.getRequestCount() - 1; // robots.txt
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getPort() + path;
  }

  private static MockResponse.Builder page() {
    return new MockResponse.Builder().setHeader("Content-Type", "text/html").body("laser");
  }

  private static MockResponse.Builder redirect(String location, String cookie) {
    var redirect = new MockResponse.Builder().code(302).setHeader("Location", location);
    return cookie.isEmpty() ? redirect : redirect.setHeader("Set-Cookie", cookie);
  }
}
