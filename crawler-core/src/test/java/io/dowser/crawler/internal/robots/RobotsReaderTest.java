package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.robots.RobotsPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RobotsReaderTest {

  private static final CrawlUrl ROBOTS = CrawlUrl.of("http://a.test/robots.txt");
  private static final CrawlUrl PAGE = CrawlUrl.of("http://a.test/page?x=1");

  private final RobotsReader reader = new RobotsReader(RobotsPolicy.OBEY, "Dowser/1.0");

  @ParameterizedTest
  @CsvSource({
    "Dowser/1.0,dowser",
    "My-Bot_x/2 (+http://a.test),my-bot_x",
    "Mozilla/5.0 (compatible; mybot),mybot",
    "Mozilla/5.0 (X11; Linux),mozilla",
    "007,dowser",
    "'  Spaced out',spaced"
  })
  void firstWordOfTheUserAgentIsTheProductToken(String userAgent, String token) {
    assertThat(new RobotsReader(RobotsPolicy.OBEY, userAgent).productToken()).isEqualTo(token);
  }

  @Test
  void addressIsOnTheSameSchemeHostAndPort() {
    assertThat(RobotsReader.addressFor(CrawlUrl.of("https://a.test:8443/x/y?z")))
        .hasToString("https://a.test:8443/robots.txt");
  }

  @Test
  void longCrawlDelayIsADelayAndClosesNothing() {
    RobotsFile file = parse("User-agent: *\nCrawl-delay: 86400\nDisallow: /x");

    assertThat(file.crawlDelay()).isEqualTo(Duration.ofDays(1));
    assertThat(file.allows(PAGE)).isTrue();
    assertThat(parse("User-agent: *\nDisallow: /x").crawlDelay()).isEqualTo(Duration.ZERO);
    assertThat(parse("User-agent: *\nCrawl-delay: 0.5").crawlDelay())
        .isEqualTo(Duration.ofMillis(500));
    assertThat(parse("User-agent: *\nCrawl-delay: 1e300").allows(PAGE)).isTrue();
    assertThat(parse("User-agent: *\nCrawl-delay: -3").crawlDelay()).isEqualTo(Duration.ZERO);
  }

  @Test
  void decidingRuleIsTheLongestThatMatches() {
    RobotsFile file = parse("User-agent: *\nDisallow: /\nAllow: /page\nDisallow: /*?x=2");

    assertThat(file.decidingRule(PAGE)).contains("Allow: /page");
    assertThat(file.decidingRule(CrawlUrl.of("http://a.test/other"))).contains("Disallow: /");
    assertThat(file.decidingRule(CrawlUrl.of("http://a.test/page?x=2")))
        .contains("Disallow: /*?x=2");
    assertThat(RobotsFile.OPEN.decidingRule(PAGE)).isEmpty();
  }

  @Test
  void fileThatWasCutCountsAsFarAsItsLastWholeLine() {
    RobotsFile file =
        reader
            .read(fetched("User-agent: *\nDisallow: /x\nDisallow: /", Truncation.BYTE_LIMIT))
            .orElseThrow();

    assertThat(file.allows(PAGE)).isTrue();
    assertThat(file.allows(CrawlUrl.of("http://a.test/x"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TIME_LIMIT", "ABORTED"})
  void fileThatIsAbortedCannotBeHad(Truncation truncation) {
    assertThat(reader.read(fetched("User-agent: *\nAllow: /", truncation))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!doctype html><html><body>Not found: Disallow: /</body></html>",
        "",
        "\uFEFF",
        "\u0000\u0001\u0002"
      })
  void whatIsNoRobotsFileOpensTheSite(String text) {
    assertThat(parse(text).allows(PAGE)).isTrue();
  }

  @Test
  void hugeFileCountsAsFarAsItsLastWholeLineWithinTheLimit() {
    String line = "Disallow: /" + "x".repeat(100) + "\n";
    String text = "User-agent: *\n" + line.repeat(RobotsReader.MAX_OCTETS / line.length() - 1);
    String cut = text + "Disallow: /a\nDisallow: /b" + "#".repeat(RobotsReader.MAX_OCTETS);

    RobotsFile file = reader.read(fetched(cut, Truncation.NONE)).orElseThrow();

    assertThat(file.allows(CrawlUrl.of("http://a.test/a"))).isFalse();
    assertThat(file.allows(CrawlUrl.of("http://a.test/b"))).isTrue();
  }

  @Test
  void rulesAreForgottenWhenTheirTimeIsOver() {
    var now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    var cache = new RobotsCache(RobotsPolicy.OBEY, now::get);
    cache.put("http://a.test", parse("User-agent: *\nDisallow: /"));

    now.set(Instant.parse("2026-01-01T23:59:59Z"));
    assertThat(cache.find("http://a.test")).isPresent();
    now.set(Instant.parse("2026-01-02T00:00:00Z"));
    assertThat(cache.find("http://a.test")).isEmpty();
    assertThat(cache.find("http://b.test")).isEmpty();
  }

  @Test
  void rulesThatDoNotFitIntoMemoryComeBackFromTheStore() {
    var store = new MapStore();
    var cache = cache(RobotsPolicy.builder().maxHosts(2).build(), store);

    for (int i = 0; i < 5; i++) {
      cache.put("http://" + i + ".test", parse("User-agent: *\nDisallow: /" + i));
    }

    assertThat(store.records).hasSize(5);
    for (int i = 0; i < 5; i++) {
      assertThat(cache.find("http://" + i + ".test"))
          .contains(parse("User-agent: *\nDisallow: /" + i));
    }
  }

  @Test
  void rulesThatAreTooOldAreNotTakenFromTheStore() {
    var store = new MapStore();
    cache(RobotsPolicy.OBEY, store).put("http://a.test", RobotsFile.OPEN);
    var nextDay =
        new RobotsCache(RobotsPolicy.OBEY, () -> Instant.EPOCH.plus(RobotsPolicy.OBEY.keep()));
    nextDay.store(store);

    assertThat(cache(RobotsPolicy.OBEY, store).find("http://a.test")).isPresent();
    assertThat(nextDay.find("http://a.test")).isEmpty();
  }

  @Test
  void rulesOnTheStoreAreWhatTheyWereAndBrokenOnesAreAskedForAgain() {
    var store = new MapStore();
    RobotsFile file =
        parse("Sitemap: http://a.test/s.xml\nUser-agent: *\nCrawl-delay: 3\nDisallow: /\u00e4*$");
    var cache = cache(RobotsPolicy.OBEY, store);
    cache.put("http://a.test", file);
    cache.put("http://b.test", RobotsFile.OPEN);
    byte[] saved = store.find("http://a.test").orElseThrow();

    var after = cache(RobotsPolicy.OBEY, store);

    assertThat(after.find("http://a.test")).contains(file);
    assertThat(after.find("http://b.test")).contains(RobotsFile.OPEN);
    for (int length = 0; length < saved.length; length++) {
      store.records.put("http://cut.test", java.util.Arrays.copyOf(saved, length));
      assertThat(after.find("http://cut.test")).as("%d bytes", length).isEmpty();
    }
    byte[] endless = saved.clone();
    endless[17] = 0x7F; // number of sitemaps
    store.records.put("http://endless.test", endless);
    assertThat(after.find("http://endless.test")).isEmpty();
  }

  private static RobotsCache cache(RobotsPolicy policy, RobotsStore store) {
    var cache = new RobotsCache(policy, () -> Instant.EPOCH);
    cache.store(store);
    return cache;
  }

  private static final class MapStore implements RobotsStore {

    final Map<String, byte[]> records = new HashMap<>();

    @Override
    public void put(String origin, byte[] bytes) {
      records.put(origin, bytes);
    }

    @Override
    public Optional<byte[]> find(String origin) {
      return Optional.ofNullable(records.get(origin));
    }
  }

  @Test
  void senselessPoliciesAreRefused() {
    RobotsPolicy.Builder policy = RobotsPolicy.builder();
    assertThatIllegalArgumentException().isThrownBy(() -> policy.keep(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> policy.maxHosts(0));
    assertThatIllegalArgumentException().isThrownBy(() -> policy.maxSitemapUrls(-1));
  }

  private RobotsFile parse(String text) {
    return reader.parse(text.getBytes(UTF_8));
  }

  private static FetchResult fetched(String text, Truncation truncation) {
    return new FetchResult.Fetched(
        ROBOTS,
        200,
        FetchResult.NO_HEADERS,
        Body.of(text.getBytes(UTF_8)),
        truncation,
        Duration.ZERO);
  }
}
