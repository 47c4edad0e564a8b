package io.dowser.crawler.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.Means;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Tag("slow")
class CrawlMonitorTest {

  private static final String TOKEN = "0123456789abcdef-_";

  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> get(CrawlMonitor monitor, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(monitor.uri().resolve(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(
      CrawlMonitor monitor, String path, String argument, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(monitor.uri().resolve(path)).POST(BodyPublishers.ofString(argument));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void slowClientsDoNotHangTheMonitorHoweverManyTheyAre() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.builder().exchangeLimit(Duration.ofHours(1)).serve()) {
      List<Socket> slow = new ArrayList<>();
      try {
        for (int i = 0; i < 200; i++) {
          slow.add(halfHead(monitor));
        }
        assertThat(get(monitor, "/crawls").statusCode()).isEqualTo(200);
        assertThat(slow.get(0).getInputStream().read()).as("the oldest is given up").isEqualTo(-1);
      } finally {
        for (Socket each : slow) {
          each.close();
        }
      }
    }
  }

  @Test
  void aRequestThatDoesNotEndIsGivenUp() throws Exception {
    try (CrawlMonitor monitor =
            CrawlMonitor.builder().exchangeLimit(Duration.ofMillis(200)).serve();
        Socket slow = halfHead(monitor)) {
      assertThat(slow.getInputStream().read()).isEqualTo(-1);
      assertThat(get(monitor, "/crawls").statusCode()).isEqualTo(200);
    }
  }

  private static Socket halfHead(CrawlMonitor monitor) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), monitor.uri().getPort());
    socket
        .getOutputStream()
        .write("GET /crawls HTTP/1.1\r\nHost: x".getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private String secret(CrawlMonitor monitor) throws IOException, InterruptedException {
    return Jsoup.parse(get(monitor, "/").body()).select("meta[name=secret]").attr("content");
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void pageShowsWhatTheCrawlDoes() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        WatchedCrawl crawl = WatchedCrawl.slow("tides")) {
      monitor.watch(crawl.handle);
      await(() -> crawl.handle.statistics().relevant() > 1);

      String looks = get(monitor, "/crawls/tides").body();
      var details = Jsoup.parse(get(monitor, "/crawls/tides/details").body());

      assertThat(looks)
          .startsWith("{\"name\":\"tides\",\"state\":\"running\",\"sentence\":\"The crawl runs.\"")
          .contains(
              "\"relevant\":", "laser", "http://host0.test/0", "delayed for ", "\"curve\":[[1,");
      assertThat(details.select("h2").eachText()).contains("Harvest", "Hosts", "Settings");
      assertThat(get(monitor, "/crawls").body())
          .isEqualTo("[{\"name\":\"tides\",\"state\":\"running\"}]");
    }
  }

  @Test
  void crawlThatStartsIsShownAtOnce() throws Exception {
    var loggedIn = new CountDownLatch(1);
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        Crawler crawler =
            Crawls.of(Crawls.chain(3), "http://chain.test/0")
                .fetcher(new SlowStart(Crawls.chain(3).fetcher(), loggedIn))
                .means(Means.builder().name("tides").build())
                .build()) {
      CrawlHandle crawl = crawler.start();
      monitor.watch(crawl);

      assertThat(get(monitor, "/crawls").body()).contains("\"starting\"");
      assertThat(get(monitor, "/crawls/tides").body()).contains("The crawl starts: it logs in");
      assertThat(crawl.state()).isEqualTo(State.STARTING);
      loggedIn.countDown();

      assertThat(crawl.await().orThrow().statistics().visited()).isEqualTo(3);
      assertThat(crawl.state()).isEqualTo(State.ENDED);
    }
  }

  @Test
  void crawlThatIsStoppedWhileItStartsIsShownAsEnded() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        Crawler crawler =
            Crawls.of(Crawls.chain(3), "http://chain.test/0")
                .fetcher(new SlowStart(Crawls.chain(3).fetcher(), new CountDownLatch(1)))
                .means(Means.builder().name("tides").build())
                .build()) {
      CrawlHandle crawl = crawler.start();
      monitor.watch(crawl);
      assertThat(crawl.state()).isEqualTo(State.STARTING);

      crawl.stop();

      assertThat(crawl.await().stopReason()).isEqualTo(StopReason.STOPPED);
      assertThat(get(monitor, "/crawls").body()).contains("\"ended\"");
      assertThat(get(monitor, "/crawls/tides").body()).contains("The crawl has ended.");
    }
  }

  /** A fetcher whose login takes until a latch is open. */
  private record SlowStart(Fetcher fetcher, CountDownLatch loggedIn) implements Fetcher {

    @Override
    public void start(Function<CrawlUrl, Duration> delays) throws InterruptedException {
      loggedIn.await();
    }

    @Override
    public FetchResult fetch(FetchRequest request) throws InterruptedException {
      return fetcher.fetch(request);
    }
  }

  @Test
  void buttonsOfAMonitorAffectItsOwnCrawlAlone() throws Exception {
    try (CrawlMonitor one = CrawlMonitor.serve(0);
        CrawlMonitor other = CrawlMonitor.serve(0);
        WatchedCrawl tides = WatchedCrawl.slow("tides");
        WatchedCrawl moons = WatchedCrawl.slow("tides")) {
      one.watch(tides.handle);
      other.watch(moons.handle);
      String[] ofOne = {"X-Monitor-Secret", secret(one)};

      assertThat(post(other, "/crawls/tides/stop", "", ofOne).statusCode()).isEqualTo(403);
      assertThat(post(one, "/crawls/tides/pause", "", ofOne).statusCode()).isEqualTo(204);
      await(() -> tides.handle.state() == State.PAUSED);
      assertThat(moons.handle.state()).isNotEqualTo(State.PAUSED);
      assertThat(post(one, "/crawls/tides/stop", "", ofOne).statusCode()).isEqualTo(204);
      assertThat(tides.handle.await().stopReason()).isEqualTo(StopReason.STOPPED);

      assertThat(moons.handle.isRunning()).isTrue();
      assertThat(get(other, "/crawls").body()).contains("\"running\"");
    }
  }

  @Test
  void crawlIsSteered() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        WatchedCrawl crawl = WatchedCrawl.slow("tides/2")) {
      monitor.watch(crawl.handle);
      String[] ours = {"X-Monitor-Secret", secret(monitor)};
      String path = "/crawls/tides%2F2/";

      assertThat(post(monitor, path + "pause", "", ours).statusCode()).isEqualTo(204);
      await(
          () -> crawl.handle.state() == State.PAUSED && crawl.handle.statistics().inFlight() == 0);
      long before = visits(crawl.handle.snapshot().get().metrics(), "host1.test");
      assertThat(get(monitor, "/crawls").body()).contains("\"paused\"");
      assertThat(post(monitor, path + "seed", "x".repeat(20_000_000), ours).statusCode())
          .isEqualTo(413);
      assertThat(post(monitor, path + "seed", "no address", ours).body()).contains("no address");
      assertThat(post(monitor, path + "seed", "http://seeded.test/", ours).statusCode())
          .isEqualTo(204);
      assertThat(post(monitor, path + "exclude", "host1.test", ours).statusCode()).isEqualTo(204);
      assertThat(post(monitor, path + "resume", "", ours).statusCode()).isEqualTo(204);
      await(() -> crawl.handle.state() != State.PAUSED);
      assertThat(post(monitor, path + "fly", "", ours).statusCode()).isEqualTo(404);
      assertThat(post(monitor, "/crawls/other/stop", "", ours).statusCode()).isEqualTo(404);
      await(() -> body(monitor, "/crawls/tides%2F2").contains("http://seeded.test/"));
      assertThat(post(monitor, path + "stop", "", ours).statusCode()).isEqualTo(204);

      CrawlReport report = crawl.handle.await();
      assertThat(report.stopReason()).isEqualTo(StopReason.STOPPED);
      assertThat(visits(report.metrics(), "host1.test")).isEqualTo(before);
      assertThat(body(monitor, "/crawls/tides%2F2")).contains("The crawl has ended.");
    }
  }

  private static long visits(CrawlMetrics metrics, String name) {
    return metrics.hosts().stream()
        .filter(host -> host.name().equals(name))
        .mapToLong(CrawlMetrics.Host::visited)
        .sum();
  }

  private String body(CrawlMonitor monitor, String path) {
    try {
      return get(monitor, path).body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void textsOfPagesStayTexts() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        WatchedCrawl crawl = WatchedCrawl.slow("<b>tides</b>")) {
      monitor.watch(crawl.handle);
      await(() -> crawl.handle.statistics().relevant() > 2);

      HttpResponse<String> answer = get(monitor, "/crawls/%3Cb%3Etides%3C%2Fb%3E");

      var content = Jsoup.parse(answer.body());
      assertThat(content.select("img, b, script")).isEmpty();
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
      assertThat(
              Jsoup.parse(get(monitor, "/crawls/%3Cb%3Etides%3C%2Fb%3E/details").body())
                  .select("img, b, script:not([type=application/json])"))
          .isEmpty();
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'none'; script-src 'self'")
          .contains("frame-ancestors 'none'");
    }
  }

  @Test
  void pendingLinksHaveTheirTextsHostsAndThePartsOfTheirScores(@TempDir Path directory)
      throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        WatchedCrawl crawl = WatchedCrawl.explained("tides", directory)) {
      monitor.watch(crawl.handle);
      await(() -> crawl.handle.statistics().relevant() > 2);
      crawl.handle.pause(); // what is pending stays pending until it is committed

      String parts = WatchedCrawl.EVIL + " = 0.2500, other = 0.5000";
      String shown = parts.replace("<", "\\u003c");
      await(() -> next(body(monitor, "/crawls/tides")).contains("\"parts\":\"" + shown));

      assertThat(next(body(monitor, "/crawls/tides")))
          .contains("\"score\":0.75", "\"anchor\":\"\\u003c/script>")
          .containsPattern("\"host\":\"(ready|delayed for)")
          .doesNotContain("<");
    }
  }

  @Test
  void pendingLinksHaveNoPartsUnlessTheCrawlKeepsThem() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        WatchedCrawl crawl = WatchedCrawl.slow("tides")) {
      monitor.watch(crawl.handle);
      await(() -> next(body(monitor, "/crawls/tides")).contains("\"url\""));

      assertThat(next(body(monitor, "/crawls/tides"))).doesNotContainPattern("\"parts\":\"[^\"]");
    }
  }

  private static String next(String json) {
    int start = json.indexOf("\"next\":");
    return start < 0 ? "" : json.substring(start, json.indexOf("\"problems\":"));
  }

  @Test
  void otherSitesMayNeitherSteerNorLook() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        WatchedCrawl crawl = WatchedCrawl.slow("tides")) {
      monitor.watch(crawl.handle);
      String secret = secret(monitor);

      assertThat(post(monitor, "/crawls/tides/stop", "").statusCode()).isEqualTo(403);
      assertThat(post(monitor, "/crawls/tides/stop", "", "X-Monitor-Secret", "guess").statusCode())
          .isEqualTo(403);
      assertThat(
              post(
                      monitor,
                      "/crawls/tides/stop",
                      "",
                      "X-Monitor-Secret",
                      secret,
                      "Origin",
                      "http://evil.test")
                  .statusCode())
          .isEqualTo(403);
      assertThat(statusForHost(monitor, "evil.test:" + monitor.uri().getPort()))
          .startsWith("HTTP/1.1 403");
      assertThat(statusForHost(monitor, "localhost:" + monitor.uri().getPort()))
          .startsWith("HTTP/1.1 200");
      assertThat(crawl.handle.isRunning()).isTrue();
    }
  }

  /** As of a browser for which the name of another site leads to this machine. */
  private static String statusForHost(CrawlMonitor monitor, String host) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), monitor.uri().getPort())) {
      socket
          .getOutputStream()
          .write(
              ("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void onAnotherAddressTheTokenIsNeeded() throws Exception {
    CrawlMonitor.Builder open = CrawlMonitor.builder().address(InetAddress.getByName("0.0.0.0"));
    assertThatIllegalStateException().isThrownBy(open::serve).withMessageContaining("token");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open.token("short secret"))
        .withMessageNotContaining("short secret");

    try (CrawlMonitor monitor = open.token(TOKEN).serve()) {
      HttpResponse<String> refused = get(monitor, "/");
      HttpResponse<String> introduced = get(monitor, "/?token=" + TOKEN);
      String cookie = introduced.headers().firstValue("Set-Cookie").orElseThrow();

      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.body()).doesNotContain(TOKEN);
      assertThat(get(monitor, "/?token=" + TOKEN + "x").statusCode()).isEqualTo(401);
      assertThat(introduced.statusCode()).isEqualTo(303);
      assertThat(introduced.headers().firstValue("Location")).hasValue("/");
      assertThat(cookie).contains("HttpOnly", "SameSite=Strict");
      assertThat(get(monitor, "/", "Cookie", "a=b; " + cookie.split(";", 2)[0]).statusCode())
          .isEqualTo(200);
      assertThat(
              get(
                      monitor,
                      "/crawls",
                      "Cookie",
                      "dowser-monitor-" + monitor.uri().getPort() + "=guess")
                  .statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void proxyInFrontIsNamed() throws Exception {
    CrawlMonitor.Builder builder = CrawlMonitor.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.publicUri(URI.create("https://mon.test/path")))
        .withMessageContaining("https://mon.test/path");
    builder.publicUri(URI.create("https://Mon.test:443")).token(TOKEN);
    try (CrawlMonitor monitor = builder.serve();
        WatchedCrawl crawl = WatchedCrawl.slow("tides")) {
      monitor.watch(crawl.handle);
      String cookie =
          get(monitor, "/?token=" + TOKEN).headers().firstValue("Set-Cookie").orElseThrow();
      String known = cookie.split(";", 2)[0];
      String secret =
          Jsoup.parse(get(monitor, "/", "Cookie", known).body())
              .select("meta[name=secret]")
              .attr("content");
      String[] byProxy = {
        "Cookie", known, "X-Monitor-Secret", secret, "Origin", "https://mon.test"
      };

      assertThat(cookie).endsWith("; Secure");
      assertThat(statusForHost(monitor, "mon.test")).startsWith("HTTP/1.1 401");
      assertThat(statusForHost(monitor, "evil.test")).startsWith("HTTP/1.1 403");
      assertThat(post(monitor, "/crawls/tides/pause", "", byProxy).statusCode()).isEqualTo(204);
      await(() -> crawl.handle.state() == State.PAUSED);
    }
  }

  @Test
  void crawlsOfOneNameGetNumbersAndStayAfterTheirEnd() throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        Crawler one = Crawls.of(Crawls.chain(3), "http://chain.test/0").build();
        Crawler other = Crawls.of(Crawls.chain(3), "http://chain.test/0").build()) {
      var first = one.start();
      var second = other.start();
      monitor.watch(first).watch(second).watch(first);
      first.await();
      second.await();

      assertThat(get(monitor, "/crawls").body())
          .isEqualTo(
              "[{\"name\":\"dowser\",\"state\":\"ended\"},{\"name\":\"dowser 2\",\"state\":\"ended\"}]");
      assertThat(get(monitor, "/crawls/dowser%202").body()).contains("http://chain.test/2");
      String[] ours = {"X-Monitor-Secret", secret(monitor)};
      HttpResponse<String> late = post(monitor, "/crawls/dowser/pause", "", ours);
      assertThat(late.statusCode()).as("too late").isEqualTo(409);
      assertThat(late.body()).contains("the crawl has ended");
      assertThat(get(monitor.unwatch(first), "/crawls").body())
          .isEqualTo("[{\"name\":\"dowser 2\",\"state\":\"ended\"}]");
    }
  }

  @Test
  void resultsOfADirectoryAreFoundSortedAndTakenInPages(@TempDir Path directory) throws Exception {
    RandomWeb web = RandomWeb.builder(11).pages(400).hosts(5).build();
    try (CrawlMonitor monitor = CrawlMonitor.serve(0)) {
      Crawls.run(Crawls.of(web).directory(directory));
      monitor.watch(directory);
      String name = "/crawls/dowser/results?";

      String all = get(monitor, name + "count=200").body();
      List<String> numbers = values(all, "\"number\":(\\d+)");
      List<String> firstTen = values(get(monitor, name + "count=10").body(), "\"number\":(\\d+)");
      List<String> nextTen =
          values(get(monitor, name + "from=10&count=10").body(), "\"number\":(\\d+)");

      assertThat(numbers).hasSizeGreaterThan(20).doesNotHaveDuplicates();
      assertThat(firstTen).isEqualTo(numbers.subList(0, 10));
      assertThat(nextTen).isEqualTo(numbers.subList(10, 20));
      assertThat(values(all, "\"relevance\":([0-9.]+)").stream().map(Double::valueOf).toList())
          .isSortedAccordingTo(Comparator.reverseOrder());
      String host = values(all, "\"url\":\"http://([^/\"]*)").get(0);
      assertThat(values(get(monitor, name + "host=" + host).body(), "\"url\":\"http://([^/\"]*)"))
          .isNotEmpty()
          .containsOnly(host);
      assertThat(get(monitor, name + "text=%25").body()).contains("\"total\":0");
      String page = get(monitor, "/crawls/dowser/pages/" + numbers.get(0)).body();
      assertThat(page).contains("\"text\":", "\"path\":[{", "\"outcomes\":{");
      assertThat(get(monitor, "/crawls/dowser/pages/99999").statusCode()).isEqualTo(404);
      assertThat(get(monitor, "/crawls/dowser/pages/x").body()).contains("'x'");
      assertThat(get(monitor, name + "order=fast").body()).contains("relevance, published");
      assertThat(get(monitor, name + "count=-1").statusCode()).isEqualTo(400);
      String[] ours = {"X-Monitor-Secret", secret(monitor)};
      assertThat(post(monitor, "/crawls/dowser/stop", "", ours).statusCode()).isEqualTo(409);
    }
  }

  @Test
  void answersAreTakenShownAndWithdrawn(@TempDir Path directory) throws Exception {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0);
        WatchedCrawl crawl = WatchedCrawl.explained("tides", directory)) {
      monitor.watch(crawl.handle);
      await(() -> body(monitor, "/crawls/tides/results").contains("\"number\":1,"));
      String[] ours = {"X-Monitor-Secret", secret(monitor)};

      assertThat(post(monitor, "/crawls/tides/irrelevant", "1").statusCode()).isEqualTo(403);
      assertThat(post(monitor, "/crawls/tides/irrelevant", "x", ours).body()).contains("'x'");
      assertThat(post(monitor, "/crawls/tides/relevant", "99999", ours).statusCode())
          .isEqualTo(400);
      assertThat(post(monitor, "/crawls/tides/irrelevant", "1", ours).statusCode()).isEqualTo(204);
      await(() -> !body(monitor, "/crawls/tides/results").contains("\"number\":1,"));
      assertThat(body(monitor, "/crawls/tides/pages/1")).contains("\"answer\":false");
      await(() -> body(monitor, "/crawls/tides").contains("not relevant: http://host0.test/0"));
      assertThat(post(monitor, "/crawls/tides/withdraw", "1", ours).statusCode()).isEqualTo(204);
      await(() -> body(monitor, "/crawls/tides/results").contains("\"number\":1,"));
    }
  }

  private static List<String> values(String json, String pattern) {
    return Pattern.compile(pattern).matcher(json).results().map(each -> each.group(1)).toList();
  }

  @Test
  void takenPortIsNamed() {
    try (CrawlMonitor monitor = CrawlMonitor.serve(0)) {
      int port = monitor.uri().getPort();

      assertThatExceptionOfType(CrawlException.class)
          .isThrownBy(() -> CrawlMonitor.serve(port))
          .withMessageContaining("port " + port);
    }
  }

  @Test
  void closedMonitorAnswersNothingAndTheCrawlContinues() {
    try (WatchedCrawl crawl = WatchedCrawl.slow("tides")) {
      URI uri;
      try (CrawlMonitor monitor = CrawlMonitor.serve(0).watch(crawl.handle)) {
        uri = monitor.uri();
      }
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();

      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> client.send(request, BodyHandlers.ofString()));
      assertThat(crawl.handle.isRunning()).isTrue();
    }
  }
}
