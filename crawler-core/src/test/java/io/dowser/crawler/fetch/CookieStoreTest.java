package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.access.CookieStore;
import io.dowser.crawler.internal.access.LoginCookies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;

class CookieStoreTest {

  private static final HttpUrl SITE = HttpUrl.get("https://www.example.org/a/b");

  private Instant time = InstantSource.system().instant();
  private final CookieStore store = new CookieStore(() -> time);

  private void set(HttpUrl url, String... cookies) {
    set(store, url, cookies);
  }

  private static void set(CookieJar store, HttpUrl url, String... cookies) {
    for (String each : cookies) {
      store.saveFromResponse(url, List.of(Objects.requireNonNull(Cookie.parse(url, each))));
    }
  }

  private static List<String> sent(CookieJar store, String url) {
    return store.loadForRequest(HttpUrl.get(url)).stream()
        .map(cookie -> cookie.name() + "=" + cookie.value())
        .toList();
  }

  @Test
  void aCookieGoesWhereItIsFor() {
    set(SITE, "own=1", "domain=2; Domain=example.org; Path=/", "secure=3; Secure; Path=/");

    assertThat(sent(store, "https://www.example.org/a/c"))
        .containsExactlyInAnyOrder("own=1", "domain=2", "secure=3");
    assertThat(sent(store, "http://www.example.org/")).containsExactly("domain=2");
    assertThat(sent(store, "https://docs.example.org/a/")).containsExactly("domain=2");
    assertThat(sent(store, "https://example.com/")).isEmpty();
    assertThat(sent(store, "https://notexample.org/")).isEmpty();
  }

  @Test
  void aLaterOneReplacesAndAnExpiredOneIsForgotten() {
    set(SITE, "a=1; Path=/", "a=2; Path=/", "b=1; Path=/; Max-Age=100");
    assertThat(sent(store, "https://www.example.org/")).containsExactly("a=2", "b=1");
    time = time.plusSeconds(200);
    assertThat(sent(store, "https://www.example.org/")).containsExactly("a=2");
    set(SITE, "a=; Path=/; Max-Age=0");
    assertThat(sent(store, "https://www.example.org/")).isEmpty();
  }

  @Test
  void aValueBeyondAsciiIsSentAsItCame() throws Exception {
    var request = new StringBuilder();
    try (var server =
            new RawServer(
                RawServer.responding(
                    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n"
                        .concat("Set-Cookie: name=Jos\u00e9 \u6c34; Path=/\r\n\r\n")
                        .getBytes(UTF_8)),
                socket -> {
                  byte[] bytes = new byte[4_096];
                  int count = socket.getInputStream().read(bytes);
                  request.append(new String(bytes, 0, count, UTF_8));
                  socket.getOutputStream().write("HTTP/1.1 204 x\r\n\r\n".getBytes(UTF_8));
                });
        var fetcher = Fetching.builder().cookies(true).build()) {
      fetcher.fetch(FetchRequest.of(server.url("/")));
      fetcher.fetch(FetchRequest.of(server.url("/")));

      assertThat(request).contains("Cookie: name=Jos\u00e9 \u6c34\r\n");
    }
  }

  @Test
  void cookiesOfALoginAreForItsOriginAlone() {
    LoginCookies own =
        LoginCookies.of(List.of("https://www.example.org", "http://www.example.org:8080"));
    set(own, SITE, "sid=1; Domain=example.org; Path=/", "other=1; Path=/");
    set(own, HttpUrl.get("http://www.example.org:8080/"), "sid=2; Path=/");
    set(own, HttpUrl.get("http://www.example.org/"), "sid=3; Path=/");

    assertThat(sent(own, "https://www.example.org/x")).containsExactly("sid=1", "other=1");
    assertThat(sent(own, "http://www.example.org:8080/")).containsExactly("sid=2");
    for (String url :
        List.of(
            "http://www.example.org/",
            "https://www.example.org:8443/",
            "https://docs.example.org/",
            "https://example.org/")) {
      assertThat(sent(own, url)).isEmpty();
    }
  }

  @Test
  void theNumberIsBounded() {
    for (int i = 0; i < 60; i++) {
      set(SITE, "c" + i + "=1; Path=/");
    }
    assertThat(sent(store, "https://www.example.org/")).hasSize(50).doesNotContain("c9=1");
    set(SITE, "long=" + "x".repeat(5_000) + "; Path=/");
    assertThat(sent(store, "https://www.example.org/")).hasSize(50);
    for (int i = 0; i < 1_000; i++) {
      set(HttpUrl.get("https://h" + i + ".test/"), "a=1");
    }
    assertThat(sent(store, "https://www.example.org/")).isEmpty();
    assertThat(sent(store, "https://h999.test/")).containsExactly("a=1");
  }

  @Test
  void eachAttributeCountsAndAllCookiesTogetherAreBounded() {
    set(SITE, "path=1; Path=/" + "x".repeat(200_000), "name" + "x".repeat(4_096) + "=1");
    assertThat(store.characters()).isZero();
    String value = "x".repeat(4_000);
    for (int i = 0; i < 600; i++) {
      set(HttpUrl.get("https://h" + i + ".test/"), "a=" + value, "b=" + value, "b=" + value);
    }
    assertThat(store.characters()).isBetween(2_000_000, 2_097_152);
    assertThat(sent(store, "https://h0.test/")).isEmpty();
    assertThat(sent(store, "https://h599.test/")).hasSize(2);
    time = time.plus(Duration.ofDays(1));
    for (int i = 0; i < 600; i++) {
      set(HttpUrl.get("https://h" + i + ".test/"), "a=1; Max-Age=0", "b=1; Max-Age=0");
    }
    assertThat(store.characters()).isZero();
  }

  @Test
  void savedCookiesAreRestoredWithTheirAttributes() throws Exception {
    set(SITE, "own=1", "domain=2; Domain=example.org; Path=/; Max-Age=1000", "s=3; Secure");
    set(HttpUrl.get("http://[::1]:8080/"), "six=4");
    set(HttpUrl.get("http://127.0.0.1/"), "four=5");
    var bytes = new ByteArrayOutputStream();
    store.save(StateWriter.to(bytes), true);
    var other = new CookieStore(() -> time);
    other.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())), true);

    for (String url :
        List.of(
            "https://www.example.org/a/",
            "http://www.example.org/a/",
            "https://docs.example.org/",
            "http://[::1]:8080/",
            "http://127.0.0.1/x")) {
      assertThat(sent(other, url)).isNotEmpty().isEqualTo(sent(store, url));
    }
  }

  @Test
  void withoutPermissionNoneIsSavedOrRestored() throws Exception {
    set(SITE, "own=secret");
    var with = new ByteArrayOutputStream();
    store.save(StateWriter.to(with), true);
    var without = new ByteArrayOutputStream();
    store.save(StateWriter.to(without), false);
    assertThat(without.toString(UTF_8)).doesNotContain("secret");
    var other = new CookieStore(() -> time);
    other.restore(StateReader.from(new ByteArrayInputStream(with.toByteArray())), false);
    assertThat(sent(other, SITE.toString())).isEmpty();
  }
}
