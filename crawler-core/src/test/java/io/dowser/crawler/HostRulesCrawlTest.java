package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One server with two hosts, 127.0.0.1 and localhost; each page links to all of both. */
class HostRulesCrawlTest {

  private static final String FAST = "127.0.0.1";
  private static final String SLOW = "localhost";

  private record Asked(String host, String path, String agent, String team, long nanos) {}

  @TempDir private Path directory;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> inFlight = new ConcurrentHashMap<>();
  private final Map<String, Integer> most = new ConcurrentHashMap<>();
  private final CountDownLatch together = new CountDownLatch(2);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile String robots = "";
  private volatile boolean meets;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String host = exchange.getRequestHeaders().getFirst("Host").replaceAll(":.*", "");
    String path = exchange.getRequestURI().getPath();
    asked.add(
        new Asked(
            host,
            path,
            exchange.getRequestHeaders().getFirst("User-Agent"),
            String.valueOf(exchange.getRequestHeaders().getFirst("X-Team")),
            System.nanoTime()));
    most.merge(host, inFlight.merge(host, 1, Integer::sum), Math::max);
    if (meets && host.equals(SLOW) && !path.equals("/robots.txt") && !path.equals("/0")) {
      meet();
    }
    inFlight.merge(host, -1, Integer::sum);
    byte[] body = (path.equals("/robots.txt") ? robots : links(host + path)).getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Holds a request until another one has come, but not for ever. */
  private void meet() {
    try {
      together.countDown();
      together.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String links(String page) {
    var links = new StringBuilder("laser " + page + " ");
    for (String host : List.of(FAST, SLOW)) {
      for (int i = 0; i < 5; i++) {
        links.append("<a href='" + url(host, "/" + i) + "'>laser</a> ");
      }
    }
    return links.toString();
  }

  private String url(String host, String path) {
    return "http://" + host + ":" + server.getAddress().getPort() + path;
  }

  private Crawler.Builder crawl() {
    return Crawler.builder()
        .seed(url(FAST, "/0"))
        .topic(Crawls.TOPIC)
        .politeness(
            Politeness.builder()
                .delay(Duration.ZERO)
                .addressRules(AddressRules.publicAnd("127.0.0.0/8", SLOW))
                .build());
  }

  private List<Asked> pagesOf(String host) {
    return asked.stream()
        .filter(each -> each.host.equals(host) && !each.path.equals("/robots.txt"))
        .toList();
  }

  @Test
  void eachHostHasItsOwnDelay() {
    Duration delay = Duration.ofMillis(200);
    crawl()
        .politeness(
            Politeness.builder().hostRules(SLOW, HostRules.builder().delay(delay).build()).build())
        .build()
        .run()
        .orThrow();

    assertThat(pagesOf(FAST)).hasSize(5);
    List<Asked> slow = asked.stream().filter(each -> each.host.equals(SLOW)).toList();
    assertThat(slow).hasSize(6);
    for (int i = 1; i < slow.size(); i++) {
      assertThat(slow.get(i).nanos - slow.get(i - 1).nanos).isGreaterThanOrEqualTo(delay.toNanos());
    }
    assertThat(pagesOf(FAST)).allMatch(fast -> fast.nanos < slow.get(5).nanos);
  }

  @Test
  void aLongerCrawlDelayOfRobotsPrevails() throws Exception {
    robots = "User-agent: *\nCrawl-delay: 7\n";
    try (Crawler crawler =
        crawl()
            .politeness(
                Politeness.builder()
                    .hostRules(SLOW, HostRules.builder().delay(Duration.ofSeconds(9)).build())
                    .build())
            .build()) {
      assertThat(crawler.explain(url(FAST, "/1")).toString()).contains("7s between requests");
      assertThat(crawler.explain(url(SLOW, "/1")).toString()).contains("9s between requests");
    }
  }

  @Test
  void eachHostHasItsOwnConnections() {
    meets = true;
    crawl()
        .politeness(
            Politeness.builder()
                .hostRules(SLOW, HostRules.builder().connections(2).build())
                .build())
        .build()
        .run()
        .orThrow();

    assertThat(most).containsEntry(FAST, 1).containsEntry(SLOW, 2);
  }

  @Test
  void aHostGivesTheNumberOfPagesOfItsRule() {
    CrawlReport report =
        crawl()
            .means(Means.builder().workers(1).build())
            .politeness(
                Politeness.builder()
                    .hostRules("*.localhost", HostRules.builder().pages(2).build())
                    .build())
            .build()
            .run();

    assertThat(report.orThrow().statistics().visited()).isEqualTo(7);
    assertThat(pagesOf(SLOW)).hasSize(2);
    assertThat(pagesOf(FAST)).hasSize(5);
  }

  @Test
  void redirectsThatWaitForAHostDoNotExceedItsNumberOfPages(@TempDir Path directory) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] moved =
        IntStream.range(0, 6).mapToObj(i -> "http://a.test/" + i).toArray(String[]::new);
    web.page("http://a.test/", "", "", moved);
    for (String url : moved) {
      web.redirect(url, url.replace("a.test", "b.test"))
          .page(url.replace("a.test", "b.test"), "", "");
    }
    InMemoryWeb built = web.build();

    assertThat(visitedWith(2, built, directory)).isEqualTo(3);
    assertThat(visitedWith(2, built, directory)).isEqualTo(3);
    assertThat(visitedWith(20, built, directory)).as("when the budget is raised").isEqualTo(7);
  }

  private static long visitedWith(int pages, InMemoryWeb web, Path directory) {
    HostRules rules = HostRules.builder().pages(pages).delay(Duration.ofMillis(50)).build();
    return Crawls.of(web, "http://a.test/")
        .politeness(Crawls.HASTY.toBuilder().hostRules("b.test", rules).build())
        .directory(directory)
        .build()
        .run()
        .orThrow()
        .statistics()
        .visited();
  }

  @Test
  void thePriorityDecidesWhichHostComesFirst() {
    crawl()
        .means(Means.builder().workers(1).build())
        .politeness(
            Politeness.builder().hostRules(SLOW, HostRules.builder().priority(0.5).build()).build())
        .build()
        .run()
        .orThrow();

    List<String> hosts =
        asked.stream().filter(each -> !each.path.equals("/robots.txt")).map(Asked::host).toList();
    assertThat(hosts).containsExactly(FAST, SLOW, SLOW, SLOW, SLOW, SLOW, FAST, FAST, FAST, FAST);
  }

  @Test
  void headersAndUserAgentGoToTheirHostAlone() {
    crawl()
        .politeness(
            Politeness.builder()
                .userAgent("acme/1.0")
                .hostRules(
                    SLOW,
                    HostRules.builder().header("X-Team", "blue").userAgent("acme/2.0").build())
                .build())
        .build()
        .run()
        .orThrow();

    assertThat(asked)
        .filteredOn(each -> each.host.equals(SLOW))
        .isNotEmpty()
        .allMatch(each -> each.team.equals("blue") && each.agent.equals("acme/2.0"));
    assertThat(asked)
        .filteredOn(each -> each.host.equals(FAST))
        .isNotEmpty()
        .allMatch(each -> each.team.equals("null") && each.agent.equals("acme/1.0"));
  }

  @Test
  void aHostIsReachedByItsProxyAndOthersAreNot() throws Exception {
    try (var proxy = new MockWebServer()) {
      proxy.start(InetAddress.getLoopbackAddress(), 0);
      proxy.enqueue(
          new MockResponse.Builder().setHeader("Content-Type", "text/html").body("x").build());
      HostRules rules = HostRules.builder().proxy("127.0.0.1:" + proxy.getPort()).build();
      try (OkHttpFetcher fetcher =
          OkHttpFetcher.builder()
              .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
              .hostRules("*.proxied.test", rules)
              .build()) {
        CrawlUrl url = CrawlUrl.of("http://www.proxied.test/a");
        assertThat(fetcher.fetch(FetchRequest.of(url))).isInstanceOf(FetchResult.Fetched.class);
        assertThat(proxy.takeRequest().getRequestLine()).startsWith("GET " + url + " ");
        assertThat(fetcher.addressesOf("www.proxied.test")).isEmpty();
        assertThat(fetcher.addressesOf(FAST)).isNotEmpty();
        assertThat(fetcher.fetch(FetchRequest.of(CrawlUrl.of(url(FAST, "/1")))))
            .isInstanceOf(FetchResult.Fetched.class);
        assertThat(proxy.getRequestCount()).isEqualTo(1);
      }
    }
  }

  /** OkHttp would connect to such a host without asking for its proxy. */
  @Test
  void aHostWithAnUnderscoreDoesNotBypassItsProxy() throws Exception {
    OkHttpClient loopback =
        new OkHttpClient.Builder().dns(host -> List.of(InetAddress.getLoopbackAddress())).build();
    HostRules proxied = HostRules.builder().proxy("127.0.0.1:1").build();
    HostRules direct = HostRules.builder().proxy(HostRules.NO_PROXY).build();
    try (OkHttpFetcher fetcher =
        OkHttpFetcher.builder()
            .client(loopback)
            .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
            .hostRules("*.proxied.test", proxied)
            .hostRules("c_d.proxied.test", direct)
            .build()) {
      FetchRequest request = FetchRequest.of(CrawlUrl.of(url("a_b.proxied.test", "/1")));
      assertThat(fetcher.fetch(request))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> assertThat(failed.detail()).contains("the host has a proxy"));
      assertThat(asked).isEmpty();
      for (String host : List.of("c_d.proxied.test", "a_b.test")) {
        assertThat(fetcher.fetch(FetchRequest.of(CrawlUrl.of(url(host, "/1")))))
            .isInstanceOf(FetchResult.Fetched.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Api-Key", "X-Access-Key", "X-Team"})
  void rulesAreRestoredAndHeadersMustBeGivenAgain(String header) throws IOException {
    HostRules rules = HostRules.builder().pages(2).header(header, "hunter2").build();
    CrawlReport first =
        crawl()
            .means(Means.builder().workers(1).build())
            .maxPages(1)
            .directory(directory)
            .politeness(Politeness.builder().hostRules(SLOW, rules).build())
            .build()
            .run();

    assertThat(first.metrics().settings().toString()).doesNotContain("hunter2");
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, ISO_8859_1)).doesNotContain("hunter2");
      }
    }

    assertThatThrownBy(() -> Crawler.resume(directory).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("hostRules(..) must be given again with its secrets")
        .hasMessageContaining("localhost header " + header.toLowerCase(Locale.ROOT))
        .hasMessageNotContaining("hunter2");
    Crawler.resume(directory)
        .maxPages(2)
        .politeness(
            Politeness.builder().hostRules(SLOW, HostRules.builder().pages(2).build()).build())
        .build()
        .run()
        .orThrow();
    CrawlReport report = Crawler.resume(directory).maxPages(100).build().run();

    assertThat(report.orThrow().statistics().visited()).isEqualTo(7);
    assertThat(pagesOf(SLOW)).hasSize(2);
  }

  @Test
  void whatCannotHoldIsRefused() {
    HostRules rules = HostRules.builder().userAgent("acme/2.0").build();
    try (OkHttpFetcher fetcher = OkHttpFetcher.builder().build()) {
      Crawler.Builder other =
          Crawler.builder()
              .seed(url(FAST, "/"))
              .topic(Crawls.TOPIC)
              .fetcher(fetcher)
              .politeness(Politeness.builder().hostRules(SLOW, rules).build());
      assertThatThrownBy(other::build)
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("hostRules with headers, userAgent or proxy cannot reach")
          .hasMessageContaining("OkHttpFetcher.builder()");
    }
    HostRules cookie = HostRules.builder().header("Cookie", "hunter2").build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OkHttpFetcher.builder().hostRules(SLOW, cookie))
        .withMessageNotContaining("hunter2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OkHttpFetcher.builder().hostRules("a/b", rules));
    assertThatIllegalStateException()
        .isThrownBy(
            () -> OkHttpFetcher.builder().hostRules("a.test", rules).hostRules("A.test", rules));
  }
}
