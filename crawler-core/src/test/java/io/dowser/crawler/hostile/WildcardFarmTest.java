package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name with wildcard DNS whose pages link to ever new subdomains, next to good pages. */
@Tag("slow")
class WildcardFarmTest {

  private static final int GOOD_PAGES = 100;
  private static final int MAX_PAGES = 700;
  private static final int FARM_LINKS = 2_000;

  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final AtomicLong subdomains = new AtomicLong();
  private HttpServer server;

  @TempDir Path temporary;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String host = exchange.getRequestHeaders().getFirst("Host").replaceFirst(":.*", "");
    boolean isPage = exchange.getRequestURI().getPath().equals("/");
    byte[] body = (host.endsWith("farm.test") ? farmPage() : goodPage(host)).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.getResponseHeaders().set("Connection", "close"); // idle ones are closed at any time
    exchange.sendResponseHeaders(isPage ? 200 : 404, isPage ? body.length : -1);
    if (isPage) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
    exchange.close();
  }

  private String farmPage() {
    var page = new StringBuilder("<title>offers</title>nothing but offers ");
    for (int i = 0; i < FARM_LINKS; i++) {
      page.append(link("h" + subdomains.incrementAndGet() + ".farm.test", "offer"));
    }
    return page.toString();
  }

  /** Page n links to the pages 2n + 1 and 2n + 2, each of a separate domain. */
  private String goodPage(String host) {
    int number = Integer.parseInt(host.replaceAll("\\D", ""));
    var page = new StringBuilder("<title>page " + number + "</title>laser light of " + number);
    for (int next = 2 * number + 1; next <= 2 * number + 2 && next < GOOD_PAGES; next++) {
      page.append(link("good" + next + ".test", "laser light"));
    }
    return page.toString();
  }

  private String link(String host, String text) {
    return "<p><a href=http://" + host + ":" + server.getAddress().getPort() + "/>" + text + "</a>";
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"in memory", "in a directory"})
  void allGoodPagesAreFoundInASmallHeap(String where) throws Exception {
    String directory = where.equals("in memory") ? "" : temporary.resolve("crawl").toString();
    Path output = temporary.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                Integer.toString(server.getAddress().getPort()),
                directory)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(child.waitFor(5, TimeUnit.MINUTES)).as("the crawl ends").isTrue();
    } finally {
      child.destroyForcibly();
    }

    List<String> lines = Files.readAllLines(output);
    assertThat(lines.get(lines.size() - 1))
        .as(String.join("\n", lines))
        .startsWith(StopReason.PAGES + " reached with " + GOOD_PAGES + " good pages");
  }

  /** The crawl, in a separate JVM. */
  static final class Child {

    private Child() {}

    public static void main(String[] args) {
      String port = args[0];
      Set<String> good = new HashSet<>();
      Crawler.Builder builder =
          Crawler.builder()
              .seed("http://farm.test:" + port + "/")
              .seed("http://good0.test:" + port + "/")
              .topic(Topic.of("laser"))
              .means(
                  Means.builder()
                      .httpClient(
                          new OkHttpClient.Builder()
                              .dns(name -> List.of(InetAddress.getLoopbackAddress()))
                              .build())
                      .build())
              .politeness(
                  Politeness.builder()
                      .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
                      .delay(Duration.ZERO)
                      .build())
              .maxPages(MAX_PAGES)
              .listener(
                  event -> {
                    if (event instanceof CrawlEvent.Visited visited
                        && visited.visit().url().host().startsWith("good")) {
                      good.add(visited.visit().url().host());
                    }
                  });
      if (!args[1].isEmpty()) {
        builder.directory(Path.of(args[1]));
      }
      CrawlReport report = builder.build().run();
      report.cause().ifPresent(Throwable::printStackTrace);
      System.out.println(
          report.stopReason()
              + " reached with "
              + good.size()
              + " good pages, "
              + report.statistics());
    }
  }
}
