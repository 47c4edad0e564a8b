package io.dowser.crawler.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.LocalSite;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.report.Json;
import io.dowser.crawler.report.CrawlSnapshot.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs do by HTTP with a monitor that has a folder. */
@Timeout(120)
@Tag("slow")
class MonitorApiTest {

  private static final String TOKEN = "0123456789abcdef-_";
  private static final String[] BEARER = {"Authorization", "Bearer " + TOKEN};

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Set<String> called = new TreeSet<>();
  private LocalSite site;
  private CrawlFolder folder;
  private CrawlMonitor monitor;
  private OpenApi api;

  @BeforeEach
  void open() throws Exception {
    site = new LocalSite();
    folder = folder("0s");
    monitor = CrawlMonitor.builder().folder(folder).token(TOKEN).serve();
    api = new OpenApi(send("GET", "/openapi.json", "", BEARER).body());
  }

  private CrawlFolder folder(String delay) {
    return CrawlFolder.in(directory)
        .maxPages(50)
        .maxCrawls(2)
        .settings(Map.of("addressRules", "any", "politeness.delay", delay))
        .open();
  }

  @AfterEach
  void close() {
    monitor.close();
    folder.close();
    site.close();
  }

  private HttpResponse<String> send(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(monitor.uri().resolve(path))
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** Calls an operation with the token, and compares the response with its description. */
  private HttpResponse<String> call(String operation, String body, String... values)
      throws IOException, InterruptedException {
    String[] parts = operation.split(" ", 2);
    String path = parts[1];
    for (String value : values) {
      path = path.replaceFirst("\\{[a-z]+}", Matcher.quoteReplacement(value));
    }
    HttpResponse<String> response = send(parts[0], path, body, BEARER);
    called.add(parts[0] + " " + parts[1].replaceAll("\\?.*", ""));
    api.assertResponse(
        parts[0] + " " + parts[1].replaceAll("\\?.*", ""),
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        response.body());
    return response;
  }

  private String tides(String name, String maxPages) {
    return start(
        name, "\"topic\":[\"tide\",\"ebb\",\"flood\"]", "{\"maxPages\":\"" + maxPages + "\"}");
  }

  private String start(String name, String topic, String settings) {
    return "{\"name\":\""
        + name
        + "\","
        + topic
        + ",\"seeds\":[\""
        + site.url(0)
        + "\"],\"settings\":"
        + settings
        + "}";
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private void awaitEnd(String name) throws InterruptedException {
    var handle = folder.running(name);
    if (handle.isPresent()) {
      handle.get().await();
    }
    await(() -> folder.running(name).isEmpty());
  }

  @Test
  void descriptionHasAllOperationsAndTheirResponses() throws Exception {
    Set<String> operations =
        new MonitorApi(Map.of(), java.util.Optional.empty(), "").operations().keySet();
    assertThat(api.operations()).containsExactlyInAnyOrderElementsOf(operations);

    for (String file : List.of("GET /", "GET /crawl.js", "GET /crawl.css", "GET /openapi.json")) {
      assertThat(call(file, "").statusCode()).isEqualTo(200);
    }
    assertThat(call("POST /crawls", tides("tides", "10")).statusCode()).isEqualTo(201);
    awaitEnd("tides");
    assertThat(call("GET /crawls", "").body())
        .isEqualTo("[{\"name\":\"tides\",\"state\":\"ended\"}]");
    assertThat(call("GET /crawls/{name}", "", "tides").body())
        .contains("\"steered\":false", "\"teachable\":true", "\"continuable\":true")
        .as("what is pending is known after the end")
        .containsPattern(
            "\"hosts\":\\[\\{\"name\":\"127.0.0.1\",\"status\":\"[\\d,]+ pending URLs?\"")
        .containsPattern("\"next\":\\[\\{\"url\":\"http[^}]*\"seed\":false,\"score\":[\\d.]+,");
    assertThat(call("GET /crawls/{name}/details", "", "tides").statusCode()).isEqualTo(200);
    for (String format : List.of("csv", "json-lines", "markdown", "lucene", "warc")) {
      String export = "GET /crawls/{name}/export?format=" + format;
      assertThat(call(export, "", "tides").statusCode()).isEqualTo(200);
    }
    assertThat(call("GET /crawls/{name}/report", "", "tides").body())
        .startsWith("<!DOCTYPE html>")
        .contains("<script type=\"application/json\" id=\"data\">{\"name\":\"tides\"");
    for (String show : List.of("relevant", "unsure", "irrelevant")) {
      String query = "GET /crawls/{name}/results?from=0&count=5&show=" + show;
      assertThat(call(query, "", "tides").statusCode()).isEqualTo(200);
    }
    String first = numbers(call("GET /crawls/{name}/results", "", "tides").body()).get(0);
    assertThat(call("GET /crawls/{name}/pages/{number}", "", "tides", first).statusCode())
        .isEqualTo(200);
    for (String answer : List.of("irrelevant", "relevant", "withdraw")) {
      assertThat(call("POST /crawls/{name}/" + answer, first, "tides").statusCode()).isEqualTo(204);
    }
    assertThat(call("GET /crawls/{name}/events", "", "tides").body()).startsWith("event: end\n");
    assertThat(
            call("POST /crawls/{name}/continue", "{\"settings\":{\"maxPages\":\"12\"}}", "tides")
                .statusCode())
        .isEqualTo(200);
    awaitEnd("tides");
    try (CrawlFolder slow =
            CrawlFolder.in(directory.resolve("slow"))
                .settings(Map.of("addressRules", "any"))
                .open();
        CrawlMonitor other = CrawlMonitor.builder().folder(slow).token(TOKEN).serve()) {
      monitor.close();
      monitor = other;
      assertThat(call("POST /crawls", tides("a b", "50")).statusCode()).isEqualTo(201);
      for (String command : List.of("pause", "resume")) {
        assertThat(call("POST /crawls/{name}/" + command, "", "a%20b").statusCode()).isEqualTo(204);
      }
      assertThat(call("POST /crawls/{name}/seed", site.url(5), "a%20b").statusCode())
          .isEqualTo(204);
      for (String command :
          List.of("exclude", "withdraw-exclusion", "prefer", "withdraw-preference")) {
        assertThat(call("POST /crawls/{name}/" + command, "x.test", "a%20b").statusCode())
            .isEqualTo(204);
      }
      assertThat(call("GET /crawls/{name}", "", "a%20b").body()).contains("\"steered\":true");
      assertThat(call("POST /crawls/{name}/stop", "", "a%20b").statusCode()).isEqualTo(204);
      slow.running("a b").ifPresent(CrawlHandle::stop);
    }
    assertThat(called).as("operations that this test calls").isEqualTo(api.operations());
  }

  private static List<String> numbers(String json) {
    return Pattern.compile("\"number\":(\\d+)")
        .matcher(json)
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  @Test
  void answersAboutATrialAreKeptUntilItContinues() throws Exception {
    call("POST /crawls", tides("tides", "20"));
    awaitEnd("tides");
    String results = call("GET /crawls/{name}/results", "", "tides").body();
    String first = numbers(results).get(0);

    assertThat(call("POST /crawls/{name}/irrelevant", first, "tides").statusCode()).isEqualTo(204);
    assertThat(numbers(call("GET /crawls/{name}/results", "", "tides").body()))
        .containsExactlyElementsOf(numbers(results).subList(1, numbers(results).size()));
    assertThat(call("GET /crawls/{name}/results?show=irrelevant&count=200", "", "tides").body())
        .contains("\"number\":" + first + ",", "\"answer\":false");
    assertThat(call("POST /crawls/{name}/relevant", "9999", "tides").statusCode()).isEqualTo(400);
    call("POST /crawls/{name}/continue", "{\"settings\":{\"maxPages\":\"50\"}}", "tides");
    awaitEnd("tides");

    assertThat(call("GET /crawls/{name}", "", "tides").body()).contains("\"visited\":50,");
    assertThat(call("GET /crawls/{name}/pages/{number}", "", "tides", first).body())
        .contains("\"answer\":false");
  }

  @Test
  void exclusionThatEmptiedTheCrawlIsWithdrawnAsItContinues() throws Exception {
    folder.close();
    monitor.close();
    folder = folder("200ms");
    monitor = CrawlMonitor.builder().folder(folder).token(TOKEN).serve();
    call("POST /crawls", tides("tides", "30"));
    call("POST /crawls/{name}/exclude", "/", "tides");
    awaitEnd("tides");
    String ended = call("GET /crawls/{name}", "", "tides").body();
    assertThat(ended).contains("\"excluded\":[\"/\"]").doesNotContain("\"visited\":30,");

    refused(
        400,
        "POST /crawls/{name}/continue",
        "{\"maxPages\":\"30\"}",
        "the fields may be [exclusions, seeds, settings, withdrawnExclusions], not maxPages",
        "tides");
    String changes = "{\"withdrawnExclusions\":[\"/\"]}";
    assertThat(call("POST /crawls/{name}/continue", changes, "tides").statusCode()).isEqualTo(200);
    awaitEnd("tides");

    assertThat(call("GET /crawls/{name}", "", "tides").body())
        .contains("\"excluded\":[]", "\"visited\":30,");
  }

  @Test
  void exampleIsATopic() throws Exception {
    String example = "\"example\":\"<p>The rising tide is the flood, the falling tide the ebb.\"";

    assertThat(call("POST /crawls", start("tides", example, "{\"maxPages\":\"10\"}")).statusCode())
        .isEqualTo(201);
    awaitEnd("tides");
    assertThat(call("GET /crawls/{name}/results", "", "tides").body()).contains("spring tide");
    assertThat(call("GET /crawls/{name}/export?format=csv&best=3", "", "tides").body().lines())
        .hasSize(4)
        .first()
        .asString()
        .startsWith("\uFEFFurl,title,relevance,");
    String export = "GET /crawls/{name}/export?format=";
    refused(400, export + "xml", "", "format must be one of csv, json-lines, ", "tides");
    refused(400, export + "csv&best=0", "", "best must be 1 to 10000, not 0", "tides");
  }

  @Test
  void refusalsNameTheValue() throws Exception {
    refused(400, "POST /crawls", tides("tides", "51"), "'51', allowed: a whole number up to 50");
    refused(400, "POST /crawls", tides("../tides", "5"), "the name of a crawl must have");
    refused(400, "POST /crawls", start("a", "\"topic\":[]", "{}"), "a topic or an example");
    refused(400, "POST /crawls", start("a", "\"topic\":\"tide\"", "{}"), "topic must be a list");
    refused(400, "POST /crawls", start("a", "\"depth\":3", "{}"), "not depth");
    refused(400, "POST /crawls", "{", "this is no JSON");
    refused(400, "POST /crawls", "[]", "the body must be an object");
    refused(
        400,
        "POST /crawls",
        start("a", "\"topic\":[\"x\"]", "{\"fetcher\":\"replay\"}"),
        "'fetcher'");
    refused(404, "GET /crawls/{name}", "", "there is no such crawl", "tides");
    refused(400, "GET /crawls/{name}", "", "the name of a crawl", "%2e%2e%2fetc");
    refused(404, "POST /crawls/{name}/continue", "", "there is no such crawl", "tides");
    call("POST /crawls", tides("tides", "5"));
    awaitEnd("tides");
    refused(409, "POST /crawls", tides("tides", "5"), "'tides' in the folder already");
    refused(409, "POST /crawls/{name}/stop", "", "does not run in this process", "tides");
    refused(
        400, "GET /crawls/{name}/results?show=all", "", "relevant, unsure, irrelevant", "tides");
    assertThat(send("PUT", "/crawls", "", BEARER).statusCode()).isEqualTo(405);
    assertThat(send("POST", "/crawls/tides/fly", "", BEARER).statusCode()).isEqualTo(404);
    try (CrawlMonitor without = CrawlMonitor.builder().token(TOKEN).serve()) {
      monitor.close();
      monitor = without;
      refused(404, "POST /crawls", tides("other", "5"), "no folder");
    }
  }

  private void refused(int status, String operation, String body, String why, String... values)
      throws IOException, InterruptedException {
    HttpResponse<String> response = call(operation, body, values);
    assertThat(response.body()).contains(why);
    assertThat(response.statusCode()).as(operation + " " + response.body()).isEqualTo(status);
  }

  @Test
  void programsNeedTheTokenAndOtherSitesGetNothing() throws Exception {
    String[] wrong = {"Authorization", "Bearer " + TOKEN + "x"};
    String[] elsewhere = {BEARER[0], BEARER[1], "Origin", "http://evil.test"};
    String body = tides("tides", "5");

    assertThat(send("GET", "/crawls", "").statusCode()).isEqualTo(401);
    assertThat(send("GET", "/crawls", "", wrong).statusCode()).isEqualTo(401);
    assertThat(send("GET", "/openapi.json", "").statusCode()).isEqualTo(401);
    assertThat(send("GET", "/crawls/tides/events", "").statusCode()).isEqualTo(401);
    assertThat(send("POST", "/crawls", body).statusCode()).isEqualTo(401);
    assertThat(send("POST", "/crawls", body, wrong).statusCode()).isEqualTo(401);
    assertThat(send("POST", "/crawls", body, elsewhere).statusCode()).isEqualTo(403);
    assertThat(folder.crawls()).isEmpty();
    monitor.close();
    monitor = CrawlMonitor.builder().folder(folder).serve();
    assertThat(send("POST", "/crawls", body, "Authorization", "Bearer ").statusCode())
        .as("without a token only the page may start crawls")
        .isEqualTo(403);
    Matcher secret =
        Pattern.compile("name=\"secret\" content=\"([^\"]+)\"")
            .matcher(send("GET", "/", "").body());
    assertThat(secret.find()).isTrue();
    assertThat(send("POST", "/crawls", body, "X-Monitor-Secret", secret.group(1)).statusCode())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<script>", "a\nb", "a\"b"})
  void topicStaysText(String term) throws Exception {
    String topic = "\"topic\":" + Json.of(List.of(term + "tide"));
    call("POST /crawls", start("tides", topic, "{\"maxPages\":\"3\"}"));
    awaitEnd("tides");

    assertThat(call("GET /crawls/{name}/details", "", "tides").body()).doesNotContain("<script>t");
  }

  @Test
  void eventsOutliveTheLimitOfAnExchangeAndEndWithTheCrawl() throws Exception {
    monitor.close();
    monitor = CrawlMonitor.builder().folder(folder).exchangeLimit(Duration.ofSeconds(3)).serve();
    try (CrawlFolder slow =
        CrawlFolder.in(directory.resolve("slow")).settings(Map.of("addressRules", "any")).open()) {
      CrawlHandle crawl =
          slow.start("slow", Topic.of("tide"), List.of(site.url(0)), Map.of("maxPages", "50"));
      monitor.watch(crawl);
      var request = HttpRequest.newBuilder(monitor.uri().resolve("/crawls/slow/events")).build();
      HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
      long begin = System.nanoTime();
      try (var lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("event: progress");
        String data = lines.readLine();
        api.assertSchema("Progress", data.substring("data: ".length()));
        while (System.nanoTime() - begin < Duration.ofSeconds(4).toNanos()) {
          assertThat(lines.readLine()).as("within the time of a crawl").isNotNull();
        }
        crawl.stop();
        List<String> names = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          names.add(line.replaceAll(" .*", " ").replace("data: ", ""));
          if (line.equals("event: end")) {
            names.add("end");
          }
        }
        assertThat(names).contains("end");
      }
    }
  }

  @Test
  void eventsHaveABoundedNumberOfClients() throws Exception {
    try (CrawlFolder slow =
        CrawlFolder.in(directory.resolve("slow")).settings(Map.of("addressRules", "any")).open()) {
      CrawlHandle crawl = slow.start("slow", Topic.of("tide"), List.of(site.url(0)), Map.of());
      monitor.close();
      monitor = CrawlMonitor.serve(0).watch(crawl);
      List<Socket> clients = new ArrayList<>();
      try {
        for (int i = 0; i < 16; i++) {
          Socket client = new Socket(InetAddress.getLoopbackAddress(), monitor.uri().getPort());
          clients.add(client);
          String head =
              "GET /crawls/slow/events HTTP/1.1\r\nHost: "
                  + monitor.uri().getAuthority()
                  + "\r\n\r\n";
          client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
          assertThat(client.getInputStream().read()).isEqualTo('H');
        }
        assertThat(send("GET", "/crawls/slow/events", "").statusCode()).isEqualTo(503);
        assertThat(send("GET", "/crawls", "").statusCode()).isEqualTo(200);
      } finally {
        for (Socket client : clients) {
          client.close();
        }
      }
      await(() -> status("/crawls/slow/events") == 200);
      crawl.stop();
    }
  }

  private int status(String path) {
    try {
      var request = HttpRequest.newBuilder(monitor.uri().resolve(path)).build();
      HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
      response.body().close();
      return response.statusCode();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void crawlsOfTheFolderAreShownAfterARestart() throws Exception {
    call("POST /crawls", tides("tides", "5"));
    awaitEnd("tides");
    folder.close();
    monitor.close();
    folder = folder("1h");
    monitor = CrawlMonitor.builder().folder(folder).token(TOKEN).serve();

    assertThat(call("GET /crawls", "").body())
        .isEqualTo("[{\"name\":\"tides\",\"state\":\"ended\"}]");
    call("POST /crawls/{name}/continue", "{\"settings\":{\"maxPages\":\"20\"}}", "tides");
    await(
        () -> folder.running("tides").filter(crawl -> crawl.state() == State.RUNNING).isPresent());
    assertThat(call("GET /crawls", "").body()).contains("\"running\"");
    refused(
        409,
        "POST /crawls/{name}/continue",
        "{\"settings\":{\"maxPages\":\"20\"}}",
        "runs already",
        "tides");
  }

  @Test
  void continuedCrawlShowsItsEarlierRunsWhileItRuns() throws Exception {
    String plan = tides("tides", "20");
    call("POST /crawls", plan.replace("\"seeds\":[", "\"seeds\":[\"" + site.url(100) + "\","));
    awaitEnd("tides");
    Map<?, ?> trial = crawl("tides");
    folder.close();
    monitor.close();
    folder = folder("1s");
    monitor = CrawlMonitor.builder().folder(folder).token(TOKEN).serve();

    call("POST /crawls/{name}/continue", "{\"settings\":{\"maxPages\":\"40\"}}", "tides");
    await(
        () ->
            folder.running("tides").filter(crawl -> crawl.statistics().visited() > 20).isPresent());
    Map<?, ?> continued = crawl("tides");

    assertThat(continued.get("state")).isEqualTo("running");
    List<?> before = (List<?>) trial.get("curve");
    List<?> curve = (List<?>) continued.get("curve");
    assertThat(curve.subList(0, 20).toString()).isEqualTo(before.toString());
    assertThat(curve).hasSizeGreaterThan(20);
    assertThat(curve.stream().map(point -> ((List<?>) point).get(0)).toList())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(problems(trial)).isNotEmpty();
    assertThat(problems(continued).keySet()).containsAll(problems(trial).keySet());
    problems(trial)
        .forEach(
            (reason, times) ->
                assertThat(problems(continued).get(reason)).isGreaterThanOrEqualTo(times));
  }

  private Map<?, ?> crawl(String name) throws Exception {
    return (Map<?, ?>) Json.read(call("GET /crawls/{name}", "", name).body());
  }

  private static Map<String, Long> problems(Map<?, ?> crawl) {
    Map<String, Long> problems = new TreeMap<>();
    for (Object each : (List<?>) crawl.get("problems")) {
      Map<?, ?> problem = (Map<?, ?>) each;
      problems.put((String) problem.get("reason"), ((Number) problem.get("times")).longValue());
    }
    return problems;
  }

  @Test
  void crawlThatWaitsForAHostSaysSo() throws Exception {
    HttpServer busy = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    busy.createContext(
        "/",
        exchange -> {
          boolean robots = exchange.getRequestURI().getPath().equals("/robots.txt");
          exchange.getResponseHeaders().add("Retry-After", "60");
          exchange.sendResponseHeaders(robots ? 404 : 503, -1);
          exchange.close();
        });
    busy.start();
    try {
      String seed = "http://127.0.0.1:" + busy.getAddress().getPort() + "/";
      String plan = "{\"name\":\"busy\",\"topic\":[\"tide\"],\"seeds\":[\"" + seed + "\"]}";
      assertThat(call("POST /crawls", plan).statusCode()).isEqualTo(201);

      while (!call("GET /crawls/{name}", "", "busy").body().contains("The crawl waits ")) {
        Thread.onSpinWait();
      }

      assertThat(call("GET /crawls/{name}", "", "busy").body())
          .containsPattern("The crawl waits \\d+ s for 127.0.0.1[.:]");
      folder.running("busy").ifPresent(CrawlHandle::stop);
      awaitEnd("busy");
    } finally {
      busy.stop(0);
    }
  }
}
