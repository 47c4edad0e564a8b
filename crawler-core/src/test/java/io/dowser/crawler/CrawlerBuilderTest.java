package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

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
    assertThatThrownBy(() -> builder.means(Means.builder().workers((int) value).build()))
        .hasMessageContaining("workers");
    assertThatThrownBy(
            () -> builder.means(Means.builder().maxConcurrentAnalyses((int) value).build()))
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
    assertThatThrownBy(
            () -> Crawler.builder().politeness(Politeness.builder().userAgent(userAgent).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("userAgent must be visible ASCII")
        .hasMessageContaining("'" + userAgent + "'");
  }

  @Test
  void topicOfNullIsNamed() {
    assertThatThrownBy(() -> Crawler.builder().topic(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("topic");
  }

  @Test
  void topicInTextIsSplitAtCommasOfAnyWidth() {
    Crawler.Builder builder = Crawler.builder().settings(Map.of("topic", "潮汐，涨潮、月亮,storm surge"));

    assertThat(builder.spec.topic.get()).hasValue(Topic.of("潮汐", "涨潮", "月亮", "storm surge"));
  }

  @Test
  void nameOfAnotherKindOfPluginIsRefusedWithItsKind() {
    assertThatThrownBy(() -> valid().scorer("topic-terms", Map.of()).build())
        .hasMessageEndingWith(" 'topic-terms' is a relevance judge.");
  }

  @Test
  void unknownSettingOfAPluginComesWithThePlugin() {
    assertThatThrownBy(() -> valid().judge("topic-terms", Map.of("treshold", "0.4")).build())
        .hasMessageStartingWith("relevance judge 'topic-terms': setting 'treshold' is '0.4', ");
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
  void settingsAreTakenFromText() {
    try (Crawler crawler =
        Crawls.of(Crawls.chain(5), "http://chain.test/0")
            .settings(Map.of("frontier", "best-first", "frontier.hostWindow", "2"))
            .settings(Map.of("maxPages", "3"))
            .build()) {
      assertThat(crawler.run().statistics().visited()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "maxPgaes, 3, maxPages",
    "delay, 5s, politeness.delay",
    "politeness.dealy, 5s, politeness.delay",
    "maxPages, many, a whole number above 0",
    "maxPages, 0, a whole number above 0",
    "politeness.delay, P2D, 0s to 1d",
    "politeness.delay, soon, such as 0.5s",
    "politeness.perAddress, yes, true or false",
    "linkPolicy, none, all-links or from-relevant-pages",
    "stayOn, THERE, scope",
    "robots.maxSitemapUrls, -1, 0",
    "robots.closedAt, GONE, 'UNAUTHORIZED, FORBIDDEN'",
    "robots.maxSites, 1, maxSitemapUrls",
    "traps.lastYear, 1500, at least firstYear",
    "userAgent, acmé, visible ASCII",
    "hostRules.a.test pages, 0, pages",
    "hostRules.a.test colour, red, 'priority, userAgent, proxy'",
    "textAnalyzer, mixed-script, textAnalyzer",
    "recrawl, true, settings of a crawl",
    "scorer.beta, 0.5, its name",
  })
  void textThatIsNoSettingIsRefused(String name, String text, String allowed) {
    assertThatThrownBy(() -> valid().settings(Map.of(name, text)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'" + name + "'")
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining(allowed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hostRules.wiki.test = 5s",
        "hostRules.wiki.test = delay=10s",
        "hostRules.*.wiki.test = header x-team=s3cret",
        "hostRules = wiki.test",
        "hostRules = wiki.test delay",
      })
  void aRuleOfAHostWithoutAFieldIsRefused(String line) throws IOException {
    assertThatThrownBy(() -> valid().settings(properties(line)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'" + line.split(" ", 2)[0] + "' is '(hidden)'")
        .hasMessageContaining("'hostRules.PATTERN FIELD'")
        .hasMessageContaining("'hostRules.PATTERN\\ FIELD'")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aRuleOfAHostIsReadFromAPropertiesFile() throws IOException {
    Crawler.Builder builder =
        valid()
            .settings(
                properties(
                    """
                    hostRules.wiki.test\\ delay = 10s
                    hostRules.WIKI.test\\ pages = 5
                    """));
    assertThat(builder.spec.hostRules.get())
        .isEqualTo(
            Map.of(
                "wiki.test", HostRules.builder().delay(Duration.ofSeconds(10)).pages(5).build()));
  }

  @Test
  void thePropertiesFileOfTheRecipesIsTaken() throws IOException {
    String page = Files.readString(Path.of("../docs/recipes.md"));
    String start = "```properties\n";
    String block = page.substring(page.indexOf(start) + start.length());
    Crawler.Builder builder =
        Crawler.builder().settings(properties(block.substring(0, block.indexOf("```"))));

    assertThat(builder.spec.hostRules.get().get("www.example.org").asMap())
        .containsOnlyKeys("delay", "pages");
    builder.build().close();
  }

  @Test
  void aFieldOfAHostThatIsSetTwiceIsRefused() {
    assertThatThrownBy(
            () ->
                valid()
                    .settings(
                        Map.of("hostRules.A.test delay", "1s", "hostRules.a.test delay", "2s")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("set once");
  }

  private static Map<String, String> properties(String text) throws IOException {
    var properties = new Properties();
    properties.load(new StringReader(text));
    Map<String, String> settings = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
    return settings;
  }

  @ParameterizedTest
  @ValueSource(strings = {"robots", "traps", "canonicalizer"})
  void aGroupOfSettingsWithoutItsPartIsRefused(String key) {
    assertThatThrownBy(() -> valid().settings(Map.of(key, "true")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'" + key + "' is 'true'")
        .hasMessageContaining("'" + key + ".PART'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"addPageAnalyzer.processes", "addPageAnalyzer.pdf.processes"})
  void aSettingOfAnAnalyzerThatIsNotAddedIsRefused(String key) {
    assertThatThrownBy(
            () -> valid().settings(Map.of("addPageAnalyzer", "tika,feed", key, "1")).build())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'" + key + "' is '1'")
        .hasMessageContaining("[tika, feed]");
  }

  @Test
  void aScopeOfAUrlThatIsNoSeedIsRefused() {
    Map<String, String> scope = Map.of("seedScopes", "http://other.test/ HOST");
    assertThatThrownBy(() -> valid().settings(scope).build())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'seedScopes' is 'http://other.test/ HOST'")
        .hasMessageContaining("'seeds'");
  }

  @Test
  void aRefusedSecretOfAHostIsNamedAndNotShown() {
    Map<String, String> rules =
        Map.of(
            "hostRules.a.test header x-team", "s3cret",
            "hostRules.b.test proxy", "me:s3cret@proxy.test");
    assertThatThrownBy(() -> valid().settings(rules))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'hostRules.b.test proxy' is '(hidden)'")
        .hasMessageContaining("host:port")
        .hasMessageNotContaining("s3cret");
    assertThatThrownBy(
            () -> valid().settings(Map.of("hostRules.a.test header x-team", "s3cret\n\t")))
        .hasMessageContaining("'hostRules.a.test header x-team' is '(hidden)'")
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "0.5s, PT0.5S",
    "90s, PT1M30S",
    "10m, PT10M",
    "1h30m, PT1H30M",
    "2d, PT48H",
    "1d2h, PT26H",
    "20ms, PT0.02S",
    "PT1.5S, PT1.5S",
    "0, PT0S"
  })
  void timesAreReadAsPeopleWriteThem(String text, Duration time) {
    Crawler.Builder builder = Crawler.builder().settings(Map.of("idle", text));

    assertThat(builder.spec.idle.get()).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-1s", "1.5h", "1m1h", "1 s", "99999999999d"})
  void otherTimesAreRefused(String text) {
    assertThatThrownBy(() -> Crawler.builder().settings(Map.of("idle", text)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void partsMustFitTogether() {
    assertThatThrownBy(() -> valid().settings(Map.of("politeness.backOff", "1h")).build())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("politeness.maxBackOff")
        .hasMessageContaining("which is 1h");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "maxPages",
        "maxRelevantPages",
        "maxBytes",
        "maxDuration",
        "maxDepth",
        "minHarvestRate",
        "stopWhenFound",
        "maxRequests"
      })
  void anyLimitBoundsACrawl(String limit) {
    Crawler.Builder builder = valid();
    assertThat(builder.spec.isUnbounded()).isTrue();

    builder.settings(Map.of(limit, limit.equals("maxDuration") ? "1s" : "1"));

    assertThat(builder.spec.isUnbounded()).isFalse();
    assertThat(valid().stayOn(Scope.HOST).spec.isUnbounded()).isFalse();
    assertThat(Crawler.builder().seed("http://a.test/", Scope.HOST).spec.isUnbounded()).isFalse();
    Crawler.Builder one = Crawler.builder().seed("http://a.test/", Scope.HOST);
    assertThat(one.seed("http://b.test/").spec.isUnbounded()).as("b.test has no scope").isTrue();
  }

  @Test
  void crawlWithoutLimitAndScopeWarnsOnceAndSaysWhatToSet() {
    var log = (MdcProvider.CrawlerLog) LoggerFactory.getILoggerFactory();
    int before = log.messages(Thread.currentThread()).size();

    crawlChain(Crawler.builder());
    List<String> warnings = log.messages(Thread.currentThread());
    crawlChain(Crawler.builder().maxPages(2));

    assertThat(warnings).hasSize(before + 1);
    assertThat(warnings.get(before)).contains("maxPages(..)", "limits(..)", "stayOn(..)");
    assertThat(log.messages(Thread.currentThread())).hasSize(before + 1);
  }

  private static void crawlChain(Crawler.Builder builder) {
    InMemoryWeb chain = Crawls.chain(3);
    try (Crawler crawler =
        builder
            .seed("http://chain.test/0")
            .topic(Topic.of("laser"))
            .fetcher(chain.fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .build()) {
      crawler.run().orThrow();
    }
  }

  @Test
  void settingsOfRequestsThatDoNotReachTheFetcherAreRefused() {
    assertThatThrownBy(
            () ->
                valid()
                    .fetcher(Crawls.chain(1).fetcher())
                    .means(
                        Means.builder()
                            .httpClient(new OkHttpClient())
                            .http(http -> http.cookies(true))
                            .build())
                    .build())
        .isInstanceOf(CrawlException.class)
        .hasMessageStartingWith("http, httpClient cannot reach the fetcher ");
    assertThatThrownBy(
            () ->
                valid()
                    .fetcher("replay", Map.of("archive", "absent.warc"))
                    .means(Means.builder().http(http -> http.cookies(true)).build())
                    .build())
        .isInstanceOf(CrawlException.class);
  }

  @Test
  void settingsOfRequestsAreRefusedWhereAnotherSettingOfTheCrawlHasThem() {
    Consumer<OkHttpFetcher.Builder> twice =
        http ->
            http.userAgent("acme/1.0")
                .addressRules(AddressRules.publicAnd("127.0.0.1"))
                .hostRules("a.test", HostRules.builder().header("From", "me@acme.test").build())
                .client(new OkHttpClient());

    assertThatThrownBy(() -> valid().means(Means.builder().http(twice).build()).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "http must set what no other setting of the crawl sets, but sets userAgent (set"
                + " Politeness.userAgent) and addressRules (set Politeness.addressRules) and"
                + " hostRules (set Politeness.hostRules) and client (set Means.httpClient)");
  }

  @Test
  void aSettingOfTheFetcherThatHttpWouldDiscardIsRefused() {
    assertThatThrownBy(
            () ->
                valid()
                    .fetcher("okhttp", Map.of("maxBytes", "1000"))
                    .means(Means.builder().http(http -> http.maxBytes(5_000)).build())
                    .build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("maxBytes was set before; set it once");
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
              .politeness(
                  Crawls.HASTY.toBuilder()
                      .addressRules(AddressRules.publicAnd("127.0.0.1"))
                      .build())
              .means(
                  Means.builder()
                      .http(http -> http.cookies(true).header("From", "me@acme.test"))
                      .build())
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
              .politeness(
                  Crawls.HASTY.toBuilder()
                      .userAgent("acme/1.0")
                      .addressRules(AddressRules.publicAnd("127.0.0.1"))
                      .build())
              .fetcher("okhttp", Map.of("maxBytes", "600"))
              .means(
                  Means.builder()
                      .httpClient(
                          new OkHttpClient.Builder()
                              .dns(host -> List.of(InetAddress.getLoopbackAddress()))
                              .build())
                      .build())
              .listener(log)
              .build()) {
        assertThat(crawler.run().orThrow().statistics().bytes()).isEqualTo(600);
      }
      assertThat(server.takeRequest().getHeaders().get("User-Agent")).isEqualTo("acme/1.0");
      assertThat(log.visited()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"maxByte", "userAgent", "allowAddresses"})
  void nameAndAddressesOfTheRobotAreNoSettingsOfTheFetcher(String setting) {
    assertThatThrownBy(() -> valid().fetcher("okhttp", Map.of(setting, "1")).build())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(setting);
  }

  @ParameterizedTest
  @CsvSource({"true, http://a.test/docs/index.html", "false, http://a.test/docs/"})
  void seedWithAnIndexFileIsFetchedAsTheCanonicalizerOfTheCrawlHasIt(String keep, String page) {
    InMemoryWeb web = InMemoryWeb.builder().page(page, "", "laser").build();

    try (Crawler crawler =
        Crawls.of(web, "http://a.test/docs/index.html")
            .settings(Map.of("canonicalizer.keepIndexFiles", keep))
            .build()) {
      assertThat(crawler.run().orThrow().statistics().visited()).isEqualTo(1);
    }
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
            valid()
                .fetcher(Crawls.chain(1).fetcher())
                .politeness(Politeness.builder().userAgent("acme/1.0").build()));
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
