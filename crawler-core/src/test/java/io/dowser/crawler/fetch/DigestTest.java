package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.html;
import static io.dowser.crawler.fetch.Fetching.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.internal.access.DigestAccounts.Account;
import io.dowser.crawler.internal.access.DigestChallenge;
import java.net.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mockwebserver3.MockResponse;
import okhttp3.Challenge;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DigestTest {

  private static final String SECRET = "Circle of Life";

  private static MockResponse challenge(String nonce, String more) {
    return status(401)
        .addHeader("WWW-Authenticate", "Basic realm=\"x\"")
        .addHeader(
            "WWW-Authenticate", "Digest realm=\"x\", nonce=\"" + nonce + "\", qop=\"auth\"" + more)
        .build();
  }

  private static Request get(String target) {
    return new Request.Builder().url("http://www.example.org" + target).build();
  }

  /** The examples of RFC 7616, section 3.9.1. */
  @ParameterizedTest
  @CsvSource({
    "MD5,8ca523f5e9506fed4657c9700eebdbec",
    "SHA-256,753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
  })
  void answersAsTheStandardShows(String algorithm, String response) {
    var challenge =
        new DigestChallenge(
            Map.of(
                "realm",
                "http-auth@example.org",
                "qop",
                "auth, auth-int",
                "algorithm",
                algorithm,
                "nonce",
                "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
                "opaque",
                "FQhe/qaU925kfnzjev0ciny7QMkPqMAFRtzCUYo5tdS"));
    String credentials =
        challenge.credentials(
            new Account("Mufasa", SECRET),
            get("/dir/index.html"),
            "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
            1);

    assertThat(credentials)
        .startsWith("Digest username=\"Mufasa\", realm=\"http-auth@example.org\"")
        .contains("uri=\"/dir/index.html\"", "algorithm=" + algorithm, "nc=00000001", "qop=auth")
        .contains("response=\"" + response + "\"")
        .doesNotContain(SECRET);
  }

  /** The example of RFC 2617, section 3.5, without what it adds to RFC 2069. */
  @Test
  void answersOlderServersAndThoseOfSessions() {
    Map<String, String> old = Map.of("realm", "r", "nonce", "n");
    assertThat(new DigestChallenge(old).credentials(new Account("u", "p"), get("/"), "c", 1))
        .contains("response=\"" + md5(md5("u:r:p") + ":n:" + md5("GET:/")) + "\"")
        .doesNotContain("cnonce", "qop");
    Map<String, String> session =
        Map.of("realm", "r", "nonce", "n", "qop", "auth", "algorithm", "MD5-sess");
    String secret = md5(md5("u:r:p") + ":n:c");
    assertThat(new DigestChallenge(session).credentials(new Account("u", "p"), get("/"), "c", 2))
        .contains("response=\"" + md5(secret + ":n:00000002:c:auth:" + md5("GET:/")) + "\"");
  }

  @SuppressWarnings("deprecation")
  private static String md5(String text) {
    return com.google.common.hash.Hashing.md5()
        .hashString(text, java.nio.charset.StandardCharsets.UTF_8)
        .toString();
  }

  @Test
  void theStrongestKnownChallengeIsAnswered() {
    assertThat(DigestChallenge.of(List.of(of("MD5"), of("SHA-512-256"), of("SHA-256"))))
        .hasValueSatisfying(
            each -> assertThat(each.parameters()).containsEntry("algorithm", "SHA-256"));
    assertThat(DigestChallenge.of(List.of(of("SHA-512-256"), new Challenge("Basic", "x"))))
        .isEmpty();
  }

  private static Challenge of(String algorithm) {
    return new Challenge(
        "Digest", Map.of("realm", "r", "nonce", "n", "qop", "auth", "algorithm", algorithm));
  }

  private static List<@Nullable String> sent(Fetching web) throws Exception {
    List<@Nullable String> values = new ArrayList<>();
    int requests = web.server.getRequestCount();
    for (int i = 0; i < requests; i++) {
      values.add(web.server.takeRequest().getHeaders().get("Authorization"));
    }
    return values;
  }

  private static OkHttpFetcher fetcher(Fetching web, OkHttpFetcher.Builder builder) {
    String site = "http://127.0.0.1:" + web.server.getPort();
    return builder.digestCredentials(site, "me", SECRET).build();
  }

  private static FetchResult fetch(Fetching web, OkHttpFetcher fetcher, String path)
      throws Exception {
    return fetcher.fetch(FetchRequest.of(web.url(path)));
  }

  @Test
  void aNonceIsUsedUntilItIsStale() throws Exception {
    try (var web = new Fetching();
        OkHttpFetcher fetcher = fetcher(web, Fetching.builder())) {
      web.server.enqueue(challenge("n1", ""));
      web.server.enqueue(html("one").build());
      web.server.enqueue(html("two").build());
      web.server.enqueue(challenge("n2", ", stale=true"));
      web.server.enqueue(html("three").build());
      for (String path : List.of("/a?b=c", "/d", "/e")) {
        FetchResult page = fetch(web, fetcher, path);
        assertThat(page).isInstanceOf(Fetched.class);
        assertThat(page.toString()).doesNotContain(SECRET);
      }

      List<@Nullable String> sent = sent(web);
      assertThat(sent).hasSize(5).first().isNull();
      assertThat(sent.get(1)).contains("\"n1\"", "uri=\"/a?b=c\"", "nc=00000001");
      assertThat(sent.get(2)).contains("\"n1\"", "uri=\"/d\"", "nc=00000002");
      assertThat(sent.get(3)).contains("\"n1\"", "uri=\"/e\"", "nc=00000003");
      assertThat(sent.get(4)).contains("\"n2\"", "uri=\"/e\"", "nc=00000001");
    }
  }

  @Test
  void aRefusedPasswordCostsOneRequestMore() throws Exception {
    try (var web = new Fetching();
        OkHttpFetcher fetcher = fetcher(web, Fetching.builder())) {
      web.server.enqueue(challenge("n1", ""));
      web.server.enqueue(challenge("n1", ""));
      web.server.enqueue(challenge("n1", ""));

      assertThat(((Failed) fetch(web, fetcher, "/")).status()).isEqualTo(401);
      assertThat(((Failed) fetch(web, fetcher, "/")).status()).isEqualTo(401);
      assertThat(web.server.getRequestCount()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aChallengeBehindThatOfAProxyIsAnswered(boolean byDigest) throws Exception {
    try (var web = new Fetching()) {
      OkHttpClient client =
          new OkHttpClient.Builder()
              .proxy(new Proxy(Proxy.Type.HTTP, web.server.getSocketAddress()))
              .proxyAuthenticator((route, response) -> with("Proxy-Authorization", response))
              .authenticator((route, response) -> with("Authorization", response))
              .build();
      web.server.enqueue(status(407).build());
      web.server.enqueue(challenge("n1", ""));
      web.server.enqueue(html("x").build());
      String site = byDigest ? "http://a.test" : "http://b.test";
      try (OkHttpFetcher fetcher =
          OkHttpFetcher.builder().client(client).digestCredentials(site, "me", SECRET).build()) {
        CrawlUrl url = CrawlUrl.of("http://a.test/");
        assertThat(fetcher.fetch(FetchRequest.of(url))).isInstanceOf(Fetched.class);
      }
      String credentials = byDigest ? "Digest username=" : "Basic eA==";
      assertThat(sent(web)).hasSize(3).last().asString().contains(credentials);
    }
  }

  private static Request with(String header, Response response) {
    return response.request().newBuilder().header(header, "Basic eA==").build();
  }

  @Test
  void otherSitesAreLeftToTheClient() throws Exception {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .authenticator((route, response) -> with("Authorization", response))
            .build();
    try (var web = new Fetching();
        var other = new Fetching();
        OkHttpFetcher fetcher = fetcher(web, Fetching.builder().client(client))) {
      other.server.enqueue(challenge("n1", ""));
      other.server.enqueue(html("x").build());
      CrawlUrl url = other.url("/");

      assertThat(fetcher.fetch(FetchRequest.of(url))).isInstanceOf(Fetched.class);
      assertThat(sent(other)).containsExactly(null, "Basic eA==");
    }
  }

  @Test
  void aBearerTokenGoesToItsSiteAlone() throws Exception {
    try (var web = new Fetching();
        var other = new Fetching();
        OkHttpFetcher fetcher =
            Fetching.builder()
                .bearerToken("http://127.0.0.1:" + web.server.getPort(), "t0ken")
                .build()) {
      web.server.enqueue(html("x").build());
      other.server.enqueue(html("x").build());
      fetcher.fetch(FetchRequest.of(web.url("/")));
      fetcher.fetch(FetchRequest.of(other.url("/")));

      assertThat(sent(web)).containsExactly("Bearer t0ken");
      assertThat(sent(other)).containsExactly((String) null);
    }
  }

  @Test
  void whatCannotBeSentIsRefusedWithoutIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fetching.builder().digestCredentials("a.test", "a:b", SECRET))
        .withMessageNotContaining(SECRET);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                Fetching.builder()
                    .digestCredentials("a.test", "me", SECRET)
                    .digestCredentials("https://a.test/", "me", SECRET))
        .withMessageContaining("https://a.test")
        .withMessageNotContaining(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fetching.builder().bearerToken("a.test", "t0ken\n2"))
        .withMessageNotContaining("t0ken");
  }
}
