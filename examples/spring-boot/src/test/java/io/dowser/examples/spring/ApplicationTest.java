package io.dowser.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.testkit.KilledProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The application in a separate process, over HTTP, killed and started again. */
@Timeout(240)
@Tag("slow")
class ApplicationTest {

  private static final String JSON = "application/json";
  private static final long PAUSE = Duration.ofMillis(20).toNanos();
  private static final Pattern VISITED = Pattern.compile("\"visited\":(\\d+)");

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final int monitorPort;

  @TempDir private Path directory;
  private KilledProcess process;

  /** Finds two free ports, which are not the same. */
  ApplicationTest() throws IOException {
    try (var one = new ServerSocket(0);
        var other = new ServerSocket(0)) {
      port = one.getLocalPort();
      monitorPort = other.getLocalPort();
    }
  }

  /** Starts the application, which is killed after the test if it does not end before. */
  private void start(LocalWeb web) {
    process =
        KilledProcess.start(
            Application.class,
            output(),
            "--server.port=" + port,
            "--dowser.monitor.port=" + monitorPort,
            "--management.endpoints.web.exposure.include=health,crawls,prometheus,shutdown",
            "--management.endpoint.shutdown.access=unrestricted",
            crawl("tides", "seeds=" + web.seed()),
            crawl("tides", "topic=tide"),
            crawl("tides", "directory=" + directory.resolve("tides")),
            crawl("tides", "address-rules=public, 127.0.0.1"),
            crawl("tides", "politeness.delay=20ms"),
            crawl("ships", "seeds=" + web.seed()),
            crawl("ships", "directory=" + directory.resolve("ships")),
            crawl("ships", "address-rules=public, 127.0.0.1"),
            crawl("ships", "max-pages=5"));
  }

  private static String crawl(String name, String property) {
    return "--dowser.crawls." + name + "." + property;
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", JSON)
            .timeout(Duration.ofSeconds(30))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private String get(String path) throws Exception {
    HttpResponse<String> response = send("GET", path, "");
    assertThat(response.statusCode()).as(path + " " + response.body()).isEqualTo(200);
    return response.body();
  }

  /** The number of pages that a crawl has visited, 0 while the application starts. */
  private int visited(String name) throws Exception {
    try {
      Matcher visited = VISITED.matcher(get("/crawls/" + name));
      return visited.find() ? Integer.parseInt(visited.group(1)) : 0;
    } catch (ConnectException e) {
      return 0;
    }
  }

  private void awaitVisits(int pages) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (visited("tides") < pages && System.nanoTime() < deadline) {
      LockSupport.parkNanos(PAUSE);
    }
    assertThat(visited("tides")).isGreaterThanOrEqualTo(pages);
  }

  private void awaitStart() throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!isStarted()) {
      assertThat(System.nanoTime()).as(Files.readString(output())).isLessThan(deadline);
      LockSupport.parkNanos(PAUSE);
    }
  }

  private boolean isStarted() throws Exception {
    try {
      return send("GET", "/crawls", "").statusCode() == 200;
    } catch (ConnectException e) {
      return false;
    }
  }

  private Path output() {
    return directory.resolve("output");
  }

  @Test
  void crawlIsSteeredOverHttpAndSurvivesAKillAndAShutdown() throws Exception {
    try (var web = new LocalWeb()) {
      start(web);
      awaitStart();
      assertThat(get("/crawls")).contains("\"name\":\"ships\",\"running\":false");
      assertThat(send("POST", "/crawls/ebbs", "").statusCode()).isEqualTo(404);

      HttpResponse<InputStream> results = results();
      assertThat(send("POST", "/crawls/tides", "").body()).contains("\"running\":true");
      assertThat(firstResult(results)).contains("\"title\":\"page ", "\"relevance\":");
      assertThat(send("POST", "/actuator/crawls/ships", "{\"action\": \"start\"}").body())
          .contains("\"state\"");
      assertThat(get("/actuator/health")).contains("\"crawls\":{", "\"tides\":\"running\"");
      assertThat(get("/actuator/prometheus")).contains("dowser_pages_total{crawl=\"tides\"}");
      assertThat(monitor()).contains("tides", "ships");

      assertThat(process.killOnce(() -> visited("tides") >= 50)).isTrue();
      start(web); // resumes without being asked
      awaitVisits(100);
      assertThat(send("POST", "/actuator/shutdown", "").statusCode()).isEqualTo(200);
      process.awaitEnd();

      int before = web.requests();
      int pages = web.pages();
      start(web);
      awaitVisits(LocalWeb.PAGES);
      assertThat(web.pages()).isEqualTo(LocalWeb.PAGES);
      assertThat(web.requests() - before)
          .as("requests after a shutdown, which loses no page but those in flight")
          .isBetween(LocalWeb.PAGES - pages, LocalWeb.PAGES - pages + 20);
      assertThat(send("DELETE", "/crawls/tides", "").body()).contains("\"running\":false");
      assertThat(visited("ships")).isZero(); // it had come to its end before
    }
  }

  @AfterEach
  void kill() throws Exception {
    process.killOnce(() -> true);
  }

  private HttpResponse<InputStream> results() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/crawls/tides/results"))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  private static String firstResult(HttpResponse<InputStream> results) throws IOException {
    assertThat(results.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
    try (var lines =
        new BufferedReader(new InputStreamReader(results.body(), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> line.startsWith("data:")).findFirst().orElseThrow();
    }
  }

  private String monitor() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + monitorPort + "/crawls")).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
