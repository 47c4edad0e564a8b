package io.dowser.crawler.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole crawls of a local server by the fetcher {@code browser}, and what they leave behind. */
@Timeout(120)
@Tag("slow")
class BrowserCrawlTest {

  private final List<String> visited = new CopyOnWriteArrayList<>();
  private Site site;

  @BeforeEach
  void open() throws IOException {
    Browsers.assume();
    site = new Site();
  }

  @AfterEach
  void close() {
    if (site != null) {
      site.close();
    }
  }

  private Crawler.Builder crawl(Map<String, String> more) {
    var settings = new HashMap<>(Map.of("sandbox", "false", "idle", "PT0.2S", "browsers", "1"));
    settings.put("renderTimeout", "2m"); // a page that waits for its limit fails the test
    settings.putAll(more);
    return Crawler.builder()
        .seed("http://127.0.0.1:" + site.port() + "/")
        .topic(Topic.of("tide"))
        .politeness(
            Politeness.builder()
                .delay(Duration.ZERO)
                .addressRules(AddressRules.publicAnd("127.0.0.1"))
                .build())
        .fetcher("browser", settings);
  }

  @Test
  void crawlRendersWhatLooksEmptyAndLeavesNoProcess() throws Exception {
    String links = "<a href=/a>tide a</a> <a href=/b>tide b</a>";
    site.html("/", "<div id=app></div><script>document.body.innerHTML = '" + links + "'</script>")
        .html(
            "/a",
            "<p>"
                + "The tide turns. ".repeat(20)
                + "<script>document.body.innerHTML += '<a href=/never>x</a>'</script>")
        .html("/b", "<script>location = '/c?from=b'</script>")
        .html(
            "/c", "<script>history.replaceState({}, '', '/d'); document.write('tide d')</script>");

    try (Crawler crawler = crawl(Map.of()).build()) {
      crawler.pages().map(Visit::url).forEach(url -> visited.add(url.path()));
    }

    assertThat(visited).containsExactlyInAnyOrder("/", "/a", "/d");
    assertThat(site.requests())
        .containsOnlyOnce("/", "/a", "/b", "/c", "/robots.txt")
        .doesNotContain("/d", "/never");
    awaitNoProcess();
  }

  @Test
  void settingsOfTheCrawlAndTypesOfItsAnalyzersHoldForTheFetcherBrowser() {
    site.html("/", "<p>tide " + "<a href=/doc>tide</a> ".repeat(6));
    site.answer("/doc", "application/pdf", "%PDF-1.7");
    PageAnalyzer documents =
        new PageAnalyzer() {
          @Override
          public List<Type> types() {
            return List.of(Type.of("application/pdf"));
          }

          @Override
          public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
            return AnalyzedPage.builder(arrival).url(fetched.url()).text("tide").build();
          }
        };

    try (Crawler crawler =
        Crawler.builder()
            .seed("http://127.0.0.1:" + site.port() + "/")
            .topic(Topic.of("tide"))
            .politeness(
                Politeness.builder()
                    .delay(Duration.ZERO)
                    .addressRules(AddressRules.publicAnd("127.0.0.1"))
                    .userAgent("acme/1.0")
                    .build())
            .fetcher("browser", Map.of("sandbox", "false"))
            .means(Means.builder().http(http -> http.acceptLanguage("en")).build())
            .strategy(Strategy.builder().addPageAnalyzerFrom(context -> documents).build())
            .build()) {
      crawler.pages().map(Visit::url).forEach(url -> visited.add(url.path()));
    }

    assertThat(visited).containsExactly("/", "/doc");
    assertThat(site.userAgents()).containsOnly("acme/1.0");
  }

  @Test
  void aBrowserThatDoesNotStartAsRootNamesTheSetting() {
    assumeTrue(System.getProperty("user.name").equals("root"));
    site.html("/", "<script>x</script>");

    CrawlReport report = crawl(Map.of("sandbox", "true")).build().run();

    assertThat(report.cause().orElseThrow())
        .hasStackTraceContaining("starts only with the setting sandbox=false");
  }

  private static void awaitNoProcess() throws Exception {
    for (ProcessHandle process : Browsers.processes()) {
      process.onExit().get(20, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "render, sometimes, 'one of empty, always'",
    "browsers, 0, 1 to 64",
    "idle, PT1H, 10ms to 1m",
    "block, pictures, image",
    "remote, nonsense, http://127.0.0.1:4444",
    "selector, ' ', CSS selector",
    "unknown, x, render"
  })
  void wrongSettingIsRefused(String key, String value, String allowed) {
    assertThatThrownBy(() -> crawl(Map.of(key, value)).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(allowed);
  }

  @Test
  void programThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> crawl(Map.of("chromium", "/no/where")).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("chromium must be a program, but was '/no/where'");
  }

  @Test
  @Timeout(40) // less than the time in which a chromedriver must start
  void crawlEndsIfNoBrowserStarts() {
    site.html("/", "<script>1</script>");

    try (Crawler crawler = crawl(Map.of("chromedriver", "/bin/true")).build()) {
      CrawlReport report = crawler.run();
      assertThat(report.statistics().visited()).isZero();
    }
  }
}
