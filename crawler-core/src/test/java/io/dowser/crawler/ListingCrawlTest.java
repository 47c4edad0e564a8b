package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crawls folders as servers list them: of their links, pages and folders are requested alone. */
class ListingCrawlTest {

  private static final List<String> FILES =
      List.of("sub/", "a.html", "b.txt", "c.tar.gz", "d.zip", "e.iso", "f.mp4", "g.png", "h.pdf");

  private final MockWebServer server = new MockWebServer();
  private final Queue<String> requested = new ConcurrentLinkedQueue<>();
  private final EventLog log = new EventLog();

  /** The documents of the common servers, shortened. */
  enum Shape {
    TABLE_WITH_SORT_ORDERS(
        """
        <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
        <html><head><title>Index of FOLDER</title></head><body><h1>Index of FOLDER</h1>
        <table><tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th>
        <th><a href="?C=S;O=A">Size</a></th><th><a href="?C=D;O=A">Description</a></th></tr>
        ROWS</table></body></html>
        """,
        "<tr><td><a href='FILE'>FILE</a></td><td>1.2K</td></tr>"),
    FANCY_TABLE(
        """
        <!DOCTYPE html><html><head><title>Index of FOLDER</title></head><body><h1>Index of FOLDER</h1>
        <table id="list"><thead><tr><th><a href="?C=N&amp;O=A">File Name</a>&nbsp;<a
        href="?C=N&amp;O=D">&nbsp;&darr;&nbsp;</a></th><th><a href="?C=S&amp;O=A">File Size</a></th>
        <th><a href="?C=M&amp;O=A">Date</a></th></tr></thead><tbody>ROWS</tbody></table></body></html>
        """,
        "<tr><td class='link'><a href='FILE'>FILE</a></td></tr>"),
    TABLE_WITHOUT_SORT_ORDERS(
        """
        <!DOCTYPE html><html><head><title>Index of FOLDER</title></head><body><h2>Index of FOLDER</h2>
        <div class="list"><table summary="Directory Listing"><thead><tr><th class="n">Name</th>
        <th class="m">Last Modified</th><th class="s">Size</th><th class="t">Type</th></tr></thead>
        <tbody><tr class="d"><td class="n"><a href="../">..</a>/</td></tr>ROWS</tbody></table></div>
        </body></html>
        """,
        "<tr><td class='n'><a href='FILE'>FILE</a></td></tr>"),
    PREFORMATTED(
        """
        <html><head><title>Index of FOLDER</title></head><body><h1>Index of FOLDER</h1><hr>
        <pre><a href="../">../</a>
        ROWS</pre><hr></body></html>
        """,
        "<a href='FILE'>FILE</a>   27-Nov-2026 04:30   1234\n");

    private final String document;
    private final String row;

    Shape(String document, String row) {
      this.document = document;
      this.row = row;
    }

    String listing(String folder, List<String> files) {
      String rows =
          files.stream().map(file -> row.replace("FILE", file)).collect(Collectors.joining());
      return document.replace("FOLDER", folder).replace("ROWS", rows);
    }

    long sortOrders() {
      return document.split("href=\"\\?", -1).length - 1L;
    }
  }

  @BeforeEach
  void start() throws IOException {
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void pagesAndFoldersAreRequestedAlone(Shape shape) {
    serve(shape);

    CrawlReport report = crawl().build().run().orThrow();

    assertThat(requested)
        .containsExactlyInAnyOrder("/", "/a.html", "/b.txt", "/sub/", "/sub/z.html");
    assertThat(report.metrics().problems())
        .isEqualTo(
            shape.sortOrders() == 0
                ? Map.of("link skipped: media type", 6L)
                : Map.of(
                    "link skipped: media type",
                    6L,
                    "link skipped: sort order",
                    2 * shape.sortOrders()));
    assertThat(report.statistics().skipped()).isEqualTo(6 + 2 * shape.sortOrders());
    assertThat(skipped("/d.zip")).isEqualTo(SkipReason.MEDIA_TYPE);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void allAreRequestedIfTheRulesTakeThem(Shape shape) {
    serve(shape);

    CrawlReport report =
        crawl()
            .strategy(
                Strategy.builder()
                    .traps(TrapRules.builder().skipUnreadTypes(false).skipSortOrders(false).build())
                    .build())
            .build()
            .run()
            .orThrow();

    assertThat(requested).doesNotHaveDuplicates();
    assertThat(requested).hasSize((int) (11 + 2 * shape.sortOrders()));
    assertThat(report.statistics().skipped()).isZero();
  }

  @Test
  void typesThatAnAnalyzerReadsAreRequested() {
    serve(Shape.TABLE_WITH_SORT_ORDERS);

    CrawlReport report =
        crawl()
            .strategy(Strategy.builder().addPageAnalyzerFrom(context -> new Archives()).build())
            .build()
            .run()
            .orThrow();

    assertThat(requested)
        .contains("/c.tar.gz", "/d.zip", "/a.html")
        .doesNotContain("/e.iso", "/h.pdf");
    assertThat(report.metrics().problems()).containsEntry("link skipped: media type", 4L);
    assertThat(log.visited()).contains(url("/c.tar.gz"), url("/d.zip"));
  }

  @Test
  void sortedListingIsCrawledIfItIsASeedOrTheOneThatIsLinked() {
    serve(Shape.TABLE_WITH_SORT_ORDERS);

    crawl("/home.html", "/?C=M;O=D").build().run().orThrow();

    assertThat(requested)
        .contains("/?C=M;O=D", "/news/?C=M;O=D", "/a.html")
        .doesNotContain("/?C=N;O=D", "/?C=S;O=A", "/news/?C=N;O=D");
  }

  /** Reads nothing out of archives. */
  private static final class Archives implements PageAnalyzer {

    @Override
    public List<Type> types() {
      return List.of(Type.of("application/zip"), Type.of("application/gzip"));
    }

    @Override
    public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
      return AnalyzedPage.builder(arrival).url(fetched.url()).build();
    }
  }

  private Crawler.Builder crawl() {
    return crawl("/");
  }

  private Crawler.Builder crawl(String... seeds) {
    Crawler.Builder builder = Crawler.builder();
    for (String seed : seeds) {
      builder.seed(url(seed));
    }
    return builder
        .topic(Crawls.TOPIC)
        .politeness(
            Politeness.builder()
                .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
                .delay(Duration.ZERO)
                .build())
        .listener(log);
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getPort() + path;
  }

  private SkipReason skipped(String path) {
    return log.all(CrawlEvent.LinksSkipped.class).stream()
        .flatMap(event -> event.links().stream())
        .filter(link -> link.target().toString().equals(url(path)))
        .map(SkippedLink::reason)
        .findFirst()
        .orElseThrow();
  }

  private void serve(Shape shape) {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            String target = request.getTarget();
            if (target.equals("/robots.txt")) {
              return new MockResponse.Builder().code(404).build();
            }
            requested.add(target);
            return response(shape, target);
          }
        });
  }

  private static MockResponse response(Shape shape, String target) {
    String path = target.replaceAll("\\?.*", "");
    String body =
        switch (path) {
          case "/home.html" -> "<a href='/news/?C=M;O=D'>what is new</a>";
          case "/" -> shape.listing(path, FILES);
          case "/sub/", "/news/" -> shape.listing(path, List.of("z.html"));
          default -> "<p>text of " + path;
        };
    return new MockResponse.Builder()
        .code(200)
        .setHeader("Content-Type", type(path))
        .body(body)
        .build();
  }

  private static String type(String path) {
    return switch (path.substring(path.lastIndexOf('.') + 1)) {
      case "txt" -> "text/plain";
      case "gz" -> "application/gzip";
      case "zip" -> "application/zip";
      case "iso" -> "application/x-iso9660-image";
      case "mp4" -> "video/mp4";
      case "png" -> "image/png";
      case "pdf" -> "application/pdf";
      default -> "text/html; charset=" + UTF_8;
    };
  }
}
