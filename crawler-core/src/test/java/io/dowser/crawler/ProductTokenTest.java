package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.UrlExplanation.Aspect;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The name by which sites call a crawler is that of the fetcher in use. */
class ProductTokenTest {

  private static final AddressRules LOCAL = AddressRules.publicAnd("127.0.0.0/8");

  private final MockWebServer server = new MockWebServer();
  private final List<String> paths = new CopyOnWriteArrayList<>();
  private String robots = "User-agent: acme\nDisallow: /\n\nUser-agent: *\nAllow: /\n";

  @BeforeEach
  void serve() throws Exception {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            paths.add(request.getTarget());
            return answer(request.getTarget());
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private MockResponse answer(String path) {
    boolean file = path.equals("/robots.txt");
    MockResponse.Builder answer = new MockResponse.Builder().code(200);
    if (path.equals("/tagged")) {
      answer.addHeader("X-Robots-Tag", "acme: nofollow");
    }
    return answer
        .addHeader("Content-Type", file ? "text/plain" : "text/html")
        .body(file ? robots : "<meta name=acme content=nofollow><a href=/next>laser</a>")
        .build();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getPort() + path;
  }

  private Crawler.Builder crawl(String path, Consumer<Crawler.Builder> fetcher) {
    Crawler.Builder builder =
        Crawler.builder()
            .seed(url(path))
            .topic(Crawls.TOPIC)
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .means(Means.builder().workers(1).build());
    fetcher.accept(builder);
    return builder;
  }

  private static void named(Crawler.Builder builder, String userAgent) {
    builder.politeness(Politeness.builder().userAgent(userAgent).addressRules(LOCAL).build());
  }

  private static OkHttpFetcher okHttp(String userAgent) {
    return OkHttpFetcher.builder().userAgent(userAgent).addressRules(LOCAL).build();
  }

  private void assertForbidden(Consumer<Crawler.Builder> fetcher) throws InterruptedException {
    crawl("/", fetcher).build().run();
    assertThat(paths).containsExactly("/robots.txt");
    try (Crawler crawler = crawl("/", fetcher).build()) {
      assertThat(crawler.explain(url("/")).steps())
          .contains(new UrlExplanation.Step(Aspect.ROBOTS, false, "Disallow: /"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acme/1.0",
        "ACME",
        "acme (+https://acme.example/bot)",
        "Mozilla/5.0 (compatible; Acme/2.1; +https://acme.example/bot)"
      })
  void rulesForTheUserAgentOfAFetcherByNameCount(String userAgent) throws Exception {
    assertForbidden(builder -> named(builder, userAgent));
  }

  @Test
  void rulesForTheUserAgentOfAFetcherThatIsGivenCount() throws Exception {
    try (OkHttpFetcher fetcher = okHttp("acme/1.0")) {
      assertForbidden(builder -> builder.fetcher(fetcher));
    }
  }

  @Test
  void rulesForTheUserAgentOfTheCrawlCount() throws Exception {
    assertForbidden(
        builder ->
            builder.politeness(
                Politeness.builder().userAgent("acme/1.0").addressRules(LOCAL).build()));
  }

  @Test
  void rulesForTheTokenOfAFetcherOfOnesOwnCount() throws Exception {
    try (OkHttpFetcher behind = okHttp("whatever/1.0")) {
      assertForbidden(builder -> builder.fetcher(new Own(behind, "Acme")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/meta", "/tagged"})
  void directivesOfPagesUnderTheFetchersTokenCount(String path) {
    robots = "";

    crawl(path, builder -> named(builder, "acme/1.0")).build().run();
    crawl(
            path,
            builder -> {
              named(builder, "acme/1.0");
              builder.strategy(Strategy.builder().pageAnalyzer(HtmlPageAnalyzer.create()).build());
            })
        .build()
        .run();

    assertThat(paths).doesNotContain("/next").contains(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "acme/1.0", "*"})
  void aTokenThatRobotsTxtCannotHaveIsRefused(String token) {
    Fetcher own =
        new Own(
            request -> FetchResult.Failed.of(request.url(), FetchResult.FailureReason.IO, ""),
            token);

    assertThatThrownBy(() -> crawl("/", builder -> builder.fetcher(own)).build())
        .isInstanceOf(CrawlException.class)
        .hasMessage(
            "the product token of the fetcher "
                + Own.class.getName()
                + " must be letters, - and _, but was '"
                + token
                + "'");
  }

  private record Own(Fetcher behind, String productToken) implements Fetcher {

    @Override
    public FetchResult fetch(FetchRequest request) throws InterruptedException {
      return behind.fetch(request);
    }
  }
}
