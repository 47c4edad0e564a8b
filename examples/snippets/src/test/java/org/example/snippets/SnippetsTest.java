package org.example.snippets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.dowser.crawler.Strategy;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Means;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.JsonLinesSink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.fetch.FormLogin;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl behind a login with everything that is on the class path. */
class SnippetsTest {

  private static final String PDF =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
          + "2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
          + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources"
          + "<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
          + "4 0 obj<</Length 58>>stream\n"
          + "BT /F1 12 Tf 50 700 Td (The tide, the ebb, the flood.) Tj ET\nendstream endobj\n"
          + "trailer<</Root 1 0 R>>\n%%EOF\n";

  @TempDir Path directory;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String cookies = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
    if (path.equals("/login") && exchange.getRequestMethod().equals("POST")) {
      exchange.getResponseHeaders().add("Set-Cookie", "session=s3cret; Path=/");
      send(exchange, 200, "text/html", "Sign out".getBytes(UTF_8));
    } else if (path.equals("/login")) {
      send(
          exchange, 200, "text/html", "<form method=post><input name=user></form>".getBytes(UTF_8));
    } else if (path.equals("/robots.txt") || !cookies.contains("session=s3cret")) {
      send(exchange, 404, "text/html", new byte[0]);
    } else if (path.equals("/tides.pdf")) {
      send(exchange, 200, "application/pdf", PDF.getBytes(ISO_8859_1));
    } else if (path.equals("/script")) {
      String script = "document.body.textContent = 'tide ' + 'ebb '.repeat(3) + 'flood'";
      send(
          exchange,
          200,
          "text/html",
          ("<title>x</title><body><script>" + script + "</script>").getBytes(UTF_8));
    } else {
      String text =
          "<title>Tides</title><p>The tide comes in, the ebb goes out, and a flood is a high"
              + " tide.</p><a href=/tides.pdf>more about the tide</a> <a href=/script>ebb</a>";
      send(exchange, 200, "text/html", text.getBytes(UTF_8));
    }
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static boolean has(String type) {
    try {
      Class.forName(type);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static FormLogin login(String site) {
    return FormLogin.builder(site + "/login")
        .form("form")
        .field("user", "me")
        .expect(FormLogin.Sign.TEXT, "Sign out")
        .build();
  }

  @Test
  void crawlsWithAllThatIsOnTheClassPath() throws IOException {
    String site = "http://127.0.0.1:" + server.getAddress().getPort();
    boolean reads = has("io.dowser.crawler.tika.TikaAnalyzer");
    boolean renders = has("io.dowser.crawler.browser.BrowserFetcher") && isOnPath("chromium");
    Set<String> relevant = new TreeSet<>();
    Crawler.Builder builder =
        Crawler.builder()
            .seed(site + "/")
            .topic(Topic.of("tide", "ebb", "flood"))
            .directory(directory.resolve("crawl"))
            .politeness(Politeness.builder().delay(Duration.ZERO).addressRules(AddressRules.ANY).build())
            .means(Means.builder().http(http -> http.login(login(site))).build())
            .persistence(Persistence.builder().pageSink(
                PageSink.all(
                    JsonLinesSink.to(directory.resolve("pages.jsonl")),
                    WarcSink.in(directory.resolve("warc")))).build())
            .listener(
                event -> {
                  if (event instanceof io.dowser.crawler.api.CrawlEvent.Visited visited
                      && visited.visit().relevant()) {
                    relevant.add(visited.visit().url().path());
                  }
                });
    if (reads) {
      builder.strategy(Strategy.builder().addPageAnalyzer("tika", Map.of("processes", "1")).build());
    }
    if (renders) {
      builder.fetcher("browser", Map.of("browsers", "1", "sandbox", "false"));
    }
    if (has("com.github.pemistahl.lingua.api.LanguageDetectorBuilder")) {
      builder.strategy(Strategy.builder().languages("en").build());
    }
    try (Crawler crawler = builder.build()) {
      CrawlReport report = crawler.run().orThrow();
      report.writeHtml(directory.resolve("report.html"));
      Set<String> expected = new TreeSet<>(Set.of("/"));
      if (reads) {
        expected.add("/tides.pdf");
      }
      if (renders) {
        expected.add("/script");
      }
      assertEquals(expected, relevant, report::toText);
    }
    try (Stream<Path> files = Files.walk(directory)) {
      assertTrue(files.anyMatch(file -> file.toString().endsWith(".warc.gz")));
    }
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
