package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Cache;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsInCrawlTest {

  private static final OkHttpClient ANY_HOST =
      new OkHttpClient.Builder().dns(host -> List.of(InetAddress.getLoopbackAddress())).build();

  @TempDir private Path directory;

  /** Sends {@code /} of a.test to b.test, and b.test back to a.test. */
  private static final class TwoHosts extends Dispatcher {

    private final List<String> asked = new CopyOnWriteArrayList<>();

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      String host = request.getHeaders().get("Host");
      asked.add(host + request.getTarget() + " " + request.getHeaders().get("Authorization"));
      return switch (request.getTarget()) {
        case "/" -> moved(host.replace("a.test", "b.test") + "/there");
        case "/there" -> moved(host.replace("b.test", "a.test") + "/back");
        case "/back" -> new MockResponse.Builder().code(200).body("laser").build();
        default -> new MockResponse.Builder().code(404).build();
      };
    }

    private static MockResponse moved(String to) {
      return new MockResponse.Builder().code(302).addHeader("Location", "http://" + to).build();
    }
  }

  @Test
  void aSecretReachesItsHostAloneAndNoFile() throws Exception {
    var web = new TwoHosts();
    var log = new EventLog();
    CrawlReport report;
    String port;
    try (var server = new MockWebServer()) {
      server.setDispatcher(web);
      server.start(InetAddress.getLoopbackAddress(), 0);
      port = ":" + server.getPort();
      try (OkHttpFetcher fetcher =
          OkHttpFetcher.builder()
              .client(ANY_HOST)
              .addressRules(AddressRules.ANY)
              .credentials("http://a.test" + port, "me", "hunter2")
              .build()) {
        report =
            Crawler.builder()
                .seed("http://a.test" + port + "/")
                .topic(Crawls.TOPIC)
                .politeness(Politeness.builder().delay(Duration.ZERO).build())
                .fetcher(fetcher)
                .listener(log)
                .directory(directory.resolve("crawl"))
                .persistence(
                    Persistence.builder().pageSink(WarcSink.in(directory.resolve("warc"))).build())
                .build()
                .run();
      }
    }

    assertThat(log.visited()).containsExactly("http://a.test" + port + "/back");
    String sent = " Basic bWU6aHVudGVyMg==";
    assertThat(web.asked)
        .containsExactly(
            "a.test" + port + "/robots.txt" + sent,
            "a.test" + port + "/" + sent,
            "b.test" + port + "/robots.txt null",
            "b.test" + port + "/there null",
            "a.test" + port + "/back" + sent);
    assertThat(StoredCrawls.texts(directory)).isNotEmpty().noneMatch(SecretsInCrawlTest::hasSecret);
    assertThat(log.all().toString() + report).doesNotContain("hunter2", "bWU6");
  }

  private static boolean hasSecret(String text) {
    return text.contains("hunter2") || text.contains("bWU6");
  }

  /** A fetcher whose settings are secrets. */
  public static final class LoginFetcherProvider implements FetcherProvider {

    private static final Map<String, String> SETTINGS =
        Map.of("user", "me", "password", "hunter2", "proxy", "http://me:hunter2@proxy.test");

    /** Does nothing. */
    public LoginFetcherProvider() {}

    @Override
    public String name() {
      return "login";
    }

    @Override
    public Fetcher create(Settings settings, CrawlContext context) {
      SETTINGS.forEach(
          (key, value) -> assertThat(settings.text(key, "", "any", "of a test")).isEqualTo(value));
      return Crawls.chain(2).fetcher();
    }
  }

  @Test
  void secretsOfAPluginAreNotRecordedAndAResumeAsksForThem() throws Exception {
    Crawler.builder()
        .seed("http://chain.test/0")
        .topic(Crawls.TOPIC)
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .maxPages(1)
        .fetcher("login", LoginFetcherProvider.SETTINGS)
        .directory(directory)
        .build()
        .run();

    assertThat(StoredCrawls.texts(directory)).isNotEmpty().noneMatch(SecretsInCrawlTest::hasSecret);
    assertThatThrownBy(() -> Crawler.resume(directory).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(
            "fetcher(..) must be given again with its secrets, which are not recorded:"
                + " [fetcher.password, fetcher.proxy]")
        .hasMessageNotContaining("hunter2");
    CrawlReport resumed =
        Crawler.resume(directory)
            .fetcher("login", LoginFetcherProvider.SETTINGS)
            .maxPages(2)
            .build()
            .run();
    assertThat(resumed.statistics().visited()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "http://me:hunter2@a.test/x,http://a.test",
    "https://hunter2@a.test:8443,https://a.test:8443",
    "https:\\\\:hunter2@a.test,https://a.test",
    "http:me:hunter2@a.test,http://a.test",
    "http://me:hunter2@me@a.test/,http://a.test"
  })
  void aSeedWithAPasswordIsRefusedWithoutRepeatingIt(String url, String site) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Crawler.builder().seed(url))
        .withMessageContaining("(hidden)@")
        .withMessageContaining(
            "OkHttpFetcher.builder().credentials(\"" + site + "\", user, password)")
        .withMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @CsvSource({"ftp://me:hunter2@a.test/", "//me:hunter2@a.test/", "me:hunter2@a.test"})
  void whatIsNoSeedIsRefusedWithoutRepeatingAPassword(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Crawler.builder().seed(url))
        .withMessageContaining("absolute http or https URL")
        .withMessageNotContaining("hunter2");
  }

  @Test
  void aClientThatCannotBeUsedIsRefusedAtOnce() throws Exception {
    try (var cache = new Cache(directory.toFile(), 1 << 20)) {
      OkHttpClient client = ANY_HOST.newBuilder().cache(cache).build();

      assertThatIllegalArgumentException()
          .isThrownBy(() -> Crawler.builder().means(Means.builder().httpClient(client).build()))
          .withMessageContaining("client must have no cache");
    }
  }
}
