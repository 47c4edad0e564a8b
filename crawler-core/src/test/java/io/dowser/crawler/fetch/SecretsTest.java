package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.html;
import static io.dowser.crawler.fetch.Fetching.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import mockwebserver3.RecordedRequest;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A header with a secret goes to the site that it is for, and its value nowhere else. */
class SecretsTest {

  private static final String SECRET = "hunter2";

  private static final OkHttpClient ANY_HOST =
      new OkHttpClient.Builder().dns(host -> List.of(InetAddress.getLoopbackAddress())).build();

  private static OkHttpFetcher.Builder builder() {
    return Fetching.builder().client(ANY_HOST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Authorization", "authorization", "Cookie", "COOKIE"})
  void aSecretForEveryHostIsRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().header(name, SECRET))
        .withMessageContaining(name)
        .withMessageContaining("credentials(host, user, password)")
        .withMessageContaining("header(host, name, value)")
        .withMessageNotContaining(SECRET);
  }

  @Test
  void aSecretForAProxyIsTheClientsBusiness() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().header("Proxy-Authorization", SECRET))
        .withMessageContaining("proxyAuthenticator")
        .withMessageNotContaining(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().header("a.test", "Proxy-Authorization", SECRET))
        .withMessageContaining("proxyAuthenticator")
        .withMessageNotContaining(SECRET);
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.test:PORT,Basic bWU6aHVudGVyMg==",
    "http://A.Test.:PORT/,Basic bWU6aHVudGVyMg==",
    "http://b.test:PORT,",
    "http://sub.a.test:PORT,",
    "http://a.test,",
    "a.test,",
    "a.test:PORT,"
  })
  void credentialsGoToTheirSiteAlone(String host, @Nullable String sent) throws Exception {
    try (var web = new Fetching(builder())) {
      String site = host.replace("PORT", "" + web.server.getPort());
      try (OkHttpFetcher fetcher = builder().credentials(site, "me", SECRET).build()) {
        assertThat(header(web, fetcher, Purpose.PAGE, "Authorization")).isEqualTo(sent);
        assertThat(header(web, fetcher, Purpose.ROBOTS, "Authorization")).isEqualTo(sent);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Authorization", "Cookie", "X-Api-Key"})
  void aHeaderForAHostIsSentToItAlone(String name) throws Exception {
    try (var web = new Fetching(builder())) {
      String port = ":" + web.server.getPort();
      try (OkHttpFetcher fetcher = builder().header("http://a.test" + port, name, SECRET).build();
          OkHttpFetcher other = builder().header("http://b.test" + port, name, SECRET).build()) {
        assertThat(header(web, fetcher, Purpose.PAGE, name)).isEqualTo(SECRET);
        assertThat(header(web, other, Purpose.PAGE, name)).isNull();
      }
    }
  }

  @Test
  void aHeaderForAHostGoesBeforeOneForAll() throws Exception {
    try (var web = new Fetching(builder())) {
      String site = "http://a.test:" + web.server.getPort();
      try (OkHttpFetcher fetcher =
          builder().header("X-Key", "all").header(site, "x-key", "one").build()) {
        assertThat(header(web, fetcher, Purpose.PAGE, "X-Key")).isEqualTo("one");
      }
    }
  }

  /** Over http they would be readable on the way; the response says why they were not sent. */
  @Test
  void credentialsWithoutASchemeAreForHttpsAndARefusalSaysSo() throws Exception {
    try (var web = new Fetching(builder());
        OkHttpFetcher fetcher = builder().credentials("a.test", "me", SECRET).build()) {
      web.server.enqueue(status(401).build());
      CrawlUrl url = CrawlUrl.of("http://a.test:" + web.server.getPort() + "/");

      var failed = (Failed) fetcher.fetch(FetchRequest.of(url));

      assertThat(failed.detail())
          .contains("what was set for https://a.test is not sent to " + url.origin())
          .doesNotContain(SECRET);
      assertThat(web.server.takeRequest().getHeaders().get("Authorization")).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "*.a.test",
        "a b",
        "a.test/path",
        "a.test?q=1",
        "ftp://a.test",
        "me:hunter2@a.test"
      })
  void whatIsNoHostIsRefusedWithoutItsSecrets(String host) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().credentials(host, "me", SECRET))
        .withMessageStartingWith("host must be a name or address")
        .withMessageNotContaining(SECRET);
  }

  @Test
  void aValueThatIsNoHeaderIsRefusedWithoutBeingRepeated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().header("a.test", "X-Key", SECRET + "\n"))
        .withMessageContaining("X-Key")
        .withMessageNotContaining(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().header("X-Key", SECRET + "\n"))
        .withMessageContaining("X-Key")
        .withMessageNotContaining(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().credentials("a.test", "me:you", SECRET))
        .withMessageContaining("user")
        .withMessageNotContaining(SECRET);
  }

  @Test
  void twoSecretsOfOneKindForOneSiteAreRefused() {
    OkHttpFetcher.Builder builder = builder().credentials("a.test", "me", SECRET);

    assertThatIllegalStateException()
        .isThrownBy(() -> builder.header("https://a.test:443", "authorization", SECRET))
        .withMessageContaining("was set before")
        .withMessageNotContaining(SECRET);
  }

  @Test
  void aCookieBesideACookieJarIsRefused() {
    OkHttpClient client = ANY_HOST.newBuilder().cookieJar(new EmptyJar()).build();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> OkHttpFetcher.builder().client(client).header("a.test", "Cookie", SECRET).build())
        .withMessageContaining("cookie jar")
        .withMessageNotContaining(SECRET);
  }

  private static @Nullable String header(
      Fetching web, OkHttpFetcher fetcher, Purpose purpose, String name) throws Exception {
    web.server.enqueue(html("x").build());
    CrawlUrl url = CrawlUrl.of("http://a.test:" + web.server.getPort() + "/page");
    FetchResult result = fetcher.fetch(FetchRequest.of(url, purpose));
    assertThat(result.toString()).doesNotContain(SECRET, "bWU6");
    RecordedRequest request = Objects.requireNonNull(web.server.takeRequest());
    return request.getHeaders().get(name);
  }

  private static final class EmptyJar implements CookieJar {

    @Override
    public void saveFromResponse(HttpUrl url, List<okhttp3.Cookie> cookies) {}

    @Override
    public List<okhttp3.Cookie> loadForRequest(HttpUrl url) {
      return List.of();
    }
  }
}
