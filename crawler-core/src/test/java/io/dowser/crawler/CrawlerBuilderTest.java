package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrawlerBuilderTest {

  @Test
  void noSeeds() {
    assertThatThrownBy(() -> Crawler.builder().topic(Topic.of("laser")).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("at least one seed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "example.org", "/path", "ftp://example.org/", "http://", "mailto:a@b.c", "\0"})
  void seedThatIsNoWebAddress(String seed) {
    assertThatThrownBy(() -> Crawler.builder().seed(seed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + seed + "'")
        .hasMessageContaining("http");
  }

  @Test
  void neitherTopicNorJudge() {
    assertThatThrownBy(() -> Crawler.builder().seed("http://a.test/").build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("topic");
  }

  @Test
  void judgeAloneIsEnough() {
    Crawler.builder().seed("http://a.test/").judge(page -> 1).build().close();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void budgetsMustBePositive(long value) {
    Crawler.Builder builder = Crawler.builder();

    assertThatThrownBy(() -> builder.maxPages(value)).hasMessageContaining("maxPages");
    assertThatThrownBy(() -> Limits.builder().maxRelevantPages(value))
        .hasMessageContaining("" + value);
    assertThatThrownBy(() -> Limits.builder().maxBytes(value)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Limits.builder().maxDuration(Duration.ofSeconds(value)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.workers((int) value)).hasMessageContaining("workers");
    assertThatThrownBy(() -> builder.maxConcurrentAnalyses((int) value))
        .hasMessageContaining("maxConcurrentAnalyses");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.1, Double.NaN})
  void harvestRateOutOfRange(double rate) {
    assertThatThrownBy(() -> Limits.builder().minHarvestRate(rate, 100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("" + rate);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "acmé/1.0", "acme\n"})
  void userAgentThatCannotBeSent(String userAgent) {
    assertThatThrownBy(() -> Crawler.builder().userAgent(userAgent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("userAgent must be visible ASCII")
        .hasMessageContaining("'" + userAgent + "'");
  }

  @Test
  void unknownPluginListsThoseThereAre() {
    assertThatThrownBy(() -> valid().scorer("bayse", Map.of()).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("No link scorer named 'bayse'")
        .hasMessageContaining("best-first")
        .hasMessageContaining("jar");
  }

  @Test
  void unknownSettingIsNamed() {
    assertThatThrownBy(() -> valid().frontier("best-first", Map.of("size", "3")).build())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'size'")
        .hasMessageContaining("hostWindow");
  }

  @Test
  void pluginsAreChosenFromText() {
    try (Crawler crawler =
        Crawls.of(Crawls.chain(5), "http://chain.test/0")
            .plugins(Map.of("frontier", "breadth-first", "scorer", "best-first"))
            .build()) {
      assertThat(crawler.run().statistics().visited()).isEqualTo(5);
    }
  }

  @Test
  void textThatNamesNoPluginIsRefused() {
    assertThatThrownBy(() -> valid().plugins(Map.of("colour", "red")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("colour");
    assertThatThrownBy(() -> valid().plugins(Map.of("scorer.beta", "0.5")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("scorer.beta");
  }

  @Test
  void settingsOfRequestsThatDoNotReachTheFetcherAreRefused() {
    assertThatThrownBy(
            () ->
                valid()
                    .fetcher(Crawls.chain(1).fetcher())
                    .httpClient(new OkHttpClient())
                    .http(http -> http.cookies(true))
                    .build())
        .isInstanceOf(CrawlException.class)
        .hasMessageStartingWith("http, httpClient cannot reach the fetcher ");
    assertThatThrownBy(
            () ->
                valid()
                    .fetcher("replay", Map.of("archive", "absent.warc"))
                    .http(http -> http.cookies(true))
                    .build())
        .isInstanceOf(CrawlException.class);
  }

  @Test
  void cookiesAndHeadersAreSettingsOfTheCrawl() throws Exception {
    try (var server = new MockWebServer()) {
      server.enqueue(new MockResponse.Builder().code(404).build()); // robots.txt
      server.enqueue(
          new MockResponse.Builder()
              .addHeader("Content-Type", "text/html")
              .addHeader("Set-Cookie", "a=b")
              .body("<a href=/next>laser</a>")
              .build());
      server.enqueue(new MockResponse.Builder().code(404).build());
      server.start(InetAddress.getLoopbackAddress(), 0);
      String site = "http://127.0.0.1:" + server.getPort();
      try (Crawler crawler =
          Crawler.builder()
              .seed(site + "/")
              .topic(Topic.of("laser"))
              .politeness(Crawls.HASTY)
              .addressRules(AddressRules.publicAnd("127.0.0.1"))
              .http(http -> http.cookies(true).header("From", "me@acme.test"))
              .build()) {
        crawler.run();
      }
      assertThat(server.takeRequest().getHeaders().get("From")).isEqualTo("me@acme.test");
      assertThat(server.takeRequest().getHeaders().get("Cookie")).isNull();
      assertThat(server.takeRequest().getHeaders().get("Cookie")).isEqualTo("a=b");
    }
  }

  @Test
  void settingsOfTheDefaultFetcherGoTogetherWithWhatTheBuilderHasForIt() throws Exception {
    try (var server = new MockWebServer()) {
      server.enqueue(new MockResponse.Builder().code(404).build()); // robots.txt
      server.enqueue(
          new MockResponse.Builder()
              .addHeader("Content-Type", "text/html")
              .body("laser ".repeat(1_000))
              .build());
      server.start(InetAddress.getLoopbackAddress(), 0);
      var log = new EventLog();
      try (Crawler crawler =
          Crawler.builder()
              .seed("http://made-up.test:" + server.getPort() + "/")
              .topic(Topic.of("laser"))
              .politeness(Crawls.HASTY)
              .fetcher("okhttp", Map.of("maxBytes", "600"))
              .userAgent("acme/1.0")
              .addressRules(AddressRules.publicAnd("127.0.0.1"))
              .httpClient(
                  new OkHttpClient.Builder()
                      .dns(host -> List.of(InetAddress.getLoopbackAddress()))
                      .build())
              .listener(log)
              .build()) {
        assertThat(crawler.run().orThrow().statistics().bytes()).isEqualTo(600);
      }
      assertThat(server.takeRequest().getHeaders().get("User-Agent")).isEqualTo("acme/1.0");
      assertThat(log.visited()).hasSize(1);
    }
  }

  @Test
  void whatTheBuilderAndTheSettingsOfTheFetcherBothSayIsRefused() {
    Crawler.Builder builder =
        valid().fetcher("okhttp", Map.of("userAgent", "acme/1.0", "allowAddresses", "10.0.0.0/8"));
    builder.build().close();

    assertThatThrownBy(() -> builder.userAgent("other/1.0").build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("userAgent(..)")
        .hasMessageContaining("'userAgent'");
    assertThatThrownBy(
            () ->
                valid()
                    .fetcher("okhttp", Map.of("allowAddresses", "10.0.0.0/8"))
                    .addressRules(AddressRules.PUBLIC)
                    .build())
        .hasMessageContaining("addressRules(..)")
        .hasMessageContaining("'allowAddresses'");
    assertThatThrownBy(() -> valid().fetcher("okhttp", Map.of("maxByte", "1")).build())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("maxByte");
  }

  @Test
  void aBuildThatIsRefusedLeavesNoDirectoryBehind(@TempDir Path parent) {
    Path directory = parent.resolve("crawl");
    List<Crawler.Builder> refused =
        List.of(
            Crawler.builder().topic(Topic.of("laser")),
            Crawler.builder().seed("http://a.test/"),
            valid().scorer("bayse", Map.of()),
            valid().frontier("best-first", Map.of("size", "3")),
            valid().fetcher("okhttp", Map.of("maxBytes", "none")),
            valid().fetcher(Crawls.chain(1).fetcher()).userAgent("acme/1.0"));
    for (Crawler.Builder builder : refused) {
      assertThatThrownBy(() -> builder.directory(directory).build())
          .isInstanceOf(CrawlException.class);
      assertThat(directory).doesNotExist();
    }
  }

  private static Crawler.Builder valid() {
    return Crawler.builder().seed("http://a.test/").topic(Topic.of("laser"));
  }
}
