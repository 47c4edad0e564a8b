package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OkHttpFetcherBuilderTest {

  private final OkHttpFetcher.Builder builder = OkHttpFetcher.builder();

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u0000", "B\u00f6t/1", "\u6c34"})
  void senselessHeaderValuesAreRefused(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.userAgent(value))
        .withMessageContaining("userAgent must be")
        .withMessageContaining("but was '" + value + "'");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.acceptLanguage(value));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.header("From", value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "a:", "\u6c34", "Accept-Encoding", "user-agent", "Host", "Range"})
  void headersThatAreNoneOrNotTheCallersAreRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.header(name, "x"))
        .withMessageContaining("'" + name + "'");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, (1 << 30) + 1})
  void senselessByteLimitsAreRefused(int value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxBytes(value))
        .withMessage("maxBytes must be a whole number from 1 to 1073741824, but was " + value);
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 0s", "PT-1S, PT-1S", "PT0.0009S, PT0.0009S", "PT1H0.001S, PT1H0.001S"})
  void senselessTimesAreRefused(Duration value, String shown) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.connectTimeout(value))
        .withMessage("connectTimeout must be a duration from 1ms to 1h, but was " + shown);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.readTimeout(value))
        .withMessageContaining("readTimeout");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.totalTimeout(value))
        .withMessageContaining("totalTimeout");
  }

  @Test
  void senselessConnectionNumbersAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> builder.connections(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.connections(10_001))
        .withMessage("connections must be a whole number from 1 to 10000, but was 10001");
  }

  @Test
  void whatWouldDiscardAnEarlierCallIsRefused() {
    builder.maxBytes(1_000);
    assertThatIllegalStateException()
        .isThrownBy(() -> builder.maxBytes(2_000))
        .withMessage("maxBytes was set before; set it once");
    builder.maxBytes("application/pdf", 3_000).maxBytes("text/plain", 3_000);
    assertThatIllegalStateException().isThrownBy(() -> builder.maxBytes("application/pdf", 4_000));
  }

  @Test
  void aCallAfterOneThatWasRefusedCounts() {
    assertThatIllegalArgumentException().isThrownBy(() -> builder.maxRatio(0));
    builder.maxRatio(7);
  }

  @Test
  void senselessContentTypesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> builder.acceptedTypes(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.acceptedTypes(List.of("text/html", "html")))
        .withMessageContaining("'html'");
  }

  @Test
  void aFetcherIsFoundByNameAndTakesAllSettings() throws Exception {
    Map<String, String> settings =
        Map.of(
            "acceptLanguage", "zh",
            "acceptedTypes", "text/html, text/xml",
            "maxBytes", "3",
            "connections", "4",
            "maxRatio", "50",
            "connectTimeout", "PT1M",
            "readTimeout", "PT1M",
            "totalTimeout", "PT2M");
    try (var web = new Fetching();
        Fetcher fetcher = create(settings)) {
      web.server.enqueue(Fetching.html("12345").setHeader("Content-Type", "text/xml").build());
      var page = (Fetched) fetcher.fetch(FetchRequest.of(web.url("/")));
      assertThat(page.body().size()).isEqualTo(3);
      Headers sent = web.server.takeRequest().getHeaders();
      assertThat(sent.get("User-Agent")).startsWith("Dowser/");
      assertThat(sent.get("Accept-Language")).isEqualTo("zh");
      assertThat(sent.get("Accept")).isEqualTo("text/html, text/xml, */*;q=0.1");
    }
  }

  @Test
  void aFetcherNeedsNoSettingsButLeaveToStayAtHome() throws Exception {
    try (var web = new Fetching();
        Fetcher fetcher = create(Map.of())) {
      web.server.enqueue(Fetching.html("x").build());
      assertThat(fetcher.fetch(FetchRequest.of(web.url("/")))).isInstanceOf(Fetched.class);
      assertThat(web.server.takeRequest().getHeaders().get("User-Agent")).startsWith("Dowser/");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "maxBytes,0",
    "maxBytes,many",
    "connections,0",
    "userAgent,Finder/2",
    "allowAddresses,127.0.0.1",
    "acceptLanguage,' '",
    "acceptedTypes,''",
    "acceptedTypes,html",
    "connectTimeout,PT0S",
    "readTimeout,10",
    "totalTimeout,P1D",
    "useragent,x"
  })
  void senselessSettingsAreRefused(String key, String value) {
    assertThatThrownBy(() -> create(Map.of(key, value)))
        .isInstanceOfSatisfying(
            SettingException.class,
            e -> {
              assertThat(e.key()).isEqualTo(key);
              assertThat(e.allowed()).isNotBlank();
            });
  }

  /** A crawl sets which addresses its fetchers may connect to. */
  private static CrawlContext atHome() {
    CrawlContext context = CrawlFixtures.context(1);
    AddressRules loopback = AddressRules.publicAnd("127.0.0.0/8", "localhost");
    context
        .shared()
        .get(
            HttpSettings.class,
            () -> new HttpSettings(4, fetcher -> fetcher.addressRules(loopback), fetcher -> {}));
    return context;
  }

  private static Fetcher create(Map<String, String> settings) {
    return PluginRegistry.fetchers(OkHttpFetcherBuilderTest.class.getClassLoader())
        .create("okhttp", Settings.of(settings), atHome());
  }
}
