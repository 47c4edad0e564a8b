package io.dowser.crawler.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.CrawlFolder;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client of the SDK uses crawls of a real site, by streams of a process and by HTTP. */
@Timeout(120)
class CrawlMcpServerTest {

  private static final int PAGES = 40;

  @TempDir Path directory;
  private HttpServer site;

  @BeforeEach
  void openSite() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext("/", CrawlMcpServerTest::respond);
    site.start();
  }

  @AfterEach
  void closeSite() {
    site.stop(0);
  }

  private String url(int page) {
    return "http://127.0.0.1:" + site.getAddress().getPort() + "/" + page;
  }

  private static void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!path.matches("/[0-9]+")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      int number = Integer.parseInt(path.substring(1));
      String text = number % 2 == 0 ? "The tide of port " + number : "Trains of line " + number;
      var page = new StringBuilder("<title>Page " + number + "</title><article><h1>Page " + number);
      page.append("</h1><p>").append(text).append(" comes twice a day.</p></article>");
      for (int next = number + 1; next < Math.min(PAGES, number + 3); next++) {
        page.append("<a href=/").append(next).append(">page ").append(next).append("</a> ");
      }
      byte[] body = page.toString().getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** A folder whose crawls may connect to this machine, with a ceiling of 20 pages. */
  private static CrawlFolder folder(Path directory) {
    return CrawlFolder.in(directory)
        .maxPages(20)
        .settings(Map.of("addressRules", "public, 127.0.0.0/8", "politeness.delay", "PT0S"))
        .open();
  }

  /** Serves a folder by the streams of this process. */
  public static void main(String[] arguments) throws InterruptedException {
    try (CrawlFolder folder = folder(Path.of(arguments[0]));
        CrawlMcpServer server = CrawlMcpServer.stdio(folder, System.in, System.out)) {
      server.awaitEnd();
    }
  }

  private static Map<String, Object> ok(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    assertThat(result.isError()).as(text(result)).isNotEqualTo(true);
    try {
      @SuppressWarnings("unchecked")
      Map<String, Object> json = McpJsonDefaults.getMapper().readValue(text(result), Map.class);
      return json;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String error(McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    assertThat(result.isError()).as(text(result)).isTrue();
    return text(result);
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> pages(Map<String, Object> result) {
    return (List<Map<String, Object>>) result.get("pages");
  }

  private static Map<String, Object> ended(McpSyncClient client) {
    Map<String, Object> status = Map.of();
    while (!status.containsKey("end")) {
      status = ok(client, "crawl_status", Map.of("name", "tides"));
    }
    return status;
  }

  private void useCrawls(McpSyncClient client) {
    client.initialize();
    assertThat(client.listTools().tools())
        .extracting(tool -> tool.name())
        .containsExactlyInAnyOrder(
            "start_crawl",
            "crawl_status",
            "relevant_pages",
            "search_results",
            "page_text",
            "answer",
            "stop_crawl");

    ok(
        client,
        "start_crawl",
        Map.of(
            "name", "tides", "seeds", List.of(url(0)), "topic", List.of("tide"), "max_pages", 8));
    assertThat(ended(client))
        .containsEntry("visited", 8)
        .satisfies(status -> assertThat(status.get("end")).asString().contains("budget of pages"));
    List<Map<String, Object>> best =
        pages(ok(client, "relevant_pages", Map.of("name", "tides", "count", 2)));
    assertThat(best).hasSize(2);
    List<Map<String, Object>> found =
        pages(ok(client, "search_results", Map.of("name", "tides", "text", "PORT 4 ")));
    assertThat(found)
        .hasSize(1)
        .first()
        .satisfies(
            page -> assertThat(page).containsEntry("url", url(4)).containsEntry("title", "Page 4"));
    Object visit = found.get(0).get("visit");
    assertThat(ok(client, "page_text", Map.of("name", "tides", "visit", visit)))
        .containsEntry("markdown", "# Page 4\n\nThe tide of port 4 comes twice a day.");
    assertThat(
            ok(
                client,
                "page_text",
                Map.of("name", "tides", "visit", visit, "from", 2, "characters", 4)))
        .containsEntry("markdown", "Page");
    ok(client, "answer", Map.of("name", "tides", "visit", visit, "relevant", false));
    assertThat(pages(ok(client, "search_results", Map.of("name", "tides", "text", "port 4 "))))
        .isEmpty();
    ok(client, "start_crawl", Map.of("name", "tides", "max_pages", 20));
    assertThat(ended(client)).containsEntry("visited", 20);
    assertThat(ok(client, "crawl_status", Map.of()).get("crawls"))
        .isEqualTo(List.of(Map.of("name", "tides", "state", "ended")));

    sendBadArguments(client);
  }

  private void sendBadArguments(McpSyncClient client) {
    Map<String, Object> start =
        Map.of(
            "name", "other", "seeds", List.of(url(0)), "topic", List.of("tide"), "max_pages", 21);
    assertThat(error(client, "start_crawl", start)).contains("maxPages", "up to 20");
    assertThat(
            error(
                client,
                "start_crawl",
                Map.of("name", "../other", "seeds", List.of(url(0)), "topic", List.of("tide"))))
        .contains("the name of a crawl must have");
    assertThat(error(client, "start_crawl", Map.of("name", "other", "seeds", List.of(url(0)))))
        .contains("either a topic or an example");
    assertThat(
            error(
                client,
                "start_crawl",
                Map.of(
                    "name",
                    "other",
                    "seeds",
                    List.of(url(0)),
                    "topic",
                    List.of("tide"),
                    "settings",
                    Map.of("addressRules", "any"))))
        .contains("addressRules");
    assertThat(error(client, "start_crawl", Map.of("name", "none"))).contains("none");
    assertThat(error(client, "crawl_status", Map.of("name", "none"))).contains("'none'");
    assertThat(error(client, "stop_crawl", Map.of("name", "tides"))).contains("does not run");
    assertThat(error(client, "page_text", Map.of("name", "tides", "visit", 999))).contains("999");
    assertThat(error(client, "page_text", Map.of("name", "tides", "visit", "1"))).contains("visit");
    assertThat(error(client, "relevant_pages", Map.of("name", "tides", "count", 101)))
        .contains("100");
    assertThat(error(client, "answer", Map.of("name", "tides", "visit", 1))).contains("relevant");
  }

  @Test
  void clientUsesCrawlsOfAProcess() {
    ServerParameters process =
        ServerParameters.builder(Path.of(System.getProperty("java.home"), "bin", "java").toString())
            .args(
                "-cp",
                System.getProperty("java.class.path"),
                CrawlMcpServerTest.class.getName(),
                directory.toString())
            .build();
    var transport = new StdioClientTransport(process, McpJsonDefaults.getMapper());
    try (McpSyncClient client =
        McpClient.sync(transport).requestTimeout(Duration.ofSeconds(60)).build()) {
      useCrawls(client);
    }
  }

  @Test
  void clientUsesCrawlsByHttp() throws Exception {
    try (CrawlFolder folder = folder(directory);
        CrawlMcpServer server = CrawlMcpServer.http(folder, 0)) {
      URI uri = server.uri().orElseThrow();
      try (McpSyncClient client =
          McpClient.sync(
                  HttpClientStreamableHttpTransport.builder(uri.resolve("/").toString()).build())
              .requestTimeout(Duration.ofSeconds(60))
              .build()) {
        useCrawls(client);
      }
      refuseOthers(uri);
    }
  }

  private static void refuseOthers(URI uri) throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest.Builder post =
        HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\"}"));
    assertThat(http.send(post.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(400);
    HttpRequest ofSite = post.copy().header("Origin", "https://evil.test").build();
    assertThat(http.send(ofSite, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
    HttpRequest old = post.copy().header("MCP-Protocol-Version", "1").build();
    assertThat(http.send(old, BodyHandlers.ofString()).body()).contains("must be one of");
    BodyPublisher large = BodyPublishers.ofString(" ".repeat(20 << 20));
    HttpRequest tooLarge = HttpRequest.newBuilder(uri).POST(large).build();
    assertThat(http.send(tooLarge, BodyHandlers.ofString()).statusCode()).isEqualTo(413);
    HttpRequest largeElsewhere = HttpRequest.newBuilder(uri.resolve("/")).POST(large).build();
    assertThat(http.send(largeElsewhere, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
    HttpRequest get = HttpRequest.newBuilder(uri).build();
    assertThat(http.send(get, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  @Test
  void portOutOfRangeIsNamed() {
    try (CrawlFolder folder = folder(directory)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CrawlMcpServer.http(folder, 70_000))
          .withMessageContaining("70000");
    }
  }
}
