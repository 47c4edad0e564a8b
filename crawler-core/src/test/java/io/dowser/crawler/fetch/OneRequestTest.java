package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.html;
import static io.dowser.crawler.fetch.Fetching.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okhttp3.Authenticator;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneRequestTest {

  /** A client that would do all that a fetcher must not do. */
  private static OkHttpFetcher.Builder eager() {
    Authenticator always =
        (route, response) ->
            response.request().newBuilder().header("Authorization", "Basic eA==").build();
    return Fetching.builder()
        .client(
            new OkHttpClient.Builder()
                .followRedirects(true)
                .followSslRedirects(true)
                .retryOnConnectionFailure(true)
                .authenticator(always)
                .proxyAuthenticator(always)
                .build());
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int code) throws Exception {
    try (var web = new Fetching(eager())) {
      web.server.enqueue(status(code).setHeader("Location", "/elsewhere").build());
      web.server.enqueue(html("elsewhere").build());
      assertThat(web.fetch()).isNotInstanceOf(Fetched.class);
      assertThat(web.server.getRequestCount()).isEqualTo(1);
    }
  }

  /** 401 is repeated once, for the authenticator: see {@link ChallengesTest}. */
  @ParameterizedTest
  @ValueSource(ints = {407, 408, 421, 425, 429, 500, 503})
  void errorsAreNotRepeated(int code) throws Exception {
    try (var web = new Fetching(eager())) {
      web.server.enqueue(status(code).build());
      web.server.enqueue(html("second").build());
      assertThat(((Failed) web.fetch()).status()).isEqualTo(code);
      assertThat(web.server.getRequestCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 421, 429, 503})
  void errorsThatInviteAnotherRequestAtOnceAreNotRepeated(int code) throws Exception {
    try (var web = new Fetching(eager())) {
      web.server.enqueue(status(code).setHeader("Retry-After", "0").build());
      web.server.enqueue(html("second").build());
      var failed = (Failed) web.fetch();
      assertThat(failed.status()).isEqualTo(code);
      assertThat(failed.headers().firstValue("retry-after")).contains("0");
      assertThat(web.server.getRequestCount()).isEqualTo(1);
    }
  }

  @Test
  void aMisdirectedRequestOnASharedConnectionIsNotRepeated() throws Exception {
    HandshakeCertificates certificates = certificates("aa.test", "bb.test");
    var client =
        new OkHttpClient.Builder()
            .dns(host -> List.of(InetAddress.getLoopbackAddress()))
            .sslSocketFactory(certificates.sslSocketFactory(), certificates.trustManager())
            .build();
    try (var server = new MockWebServer();
        OkHttpFetcher fetcher = Fetching.builder().client(client).build()) {
      server.useHttps(certificates.sslSocketFactory());
      server.start(InetAddress.getLoopbackAddress(), 0);
      server.enqueue(html("a").build());
      server.enqueue(status(421).build());
      server.enqueue(html("second").build());
      assertThat(fetch(fetcher, server, "aa.test")).isInstanceOf(Fetched.class);
      assertThat(((Failed) fetch(fetcher, server, "bb.test")).status()).isEqualTo(421);
      assertThat(server.getRequestCount()).isEqualTo(2);
      assertOneConnection(server);
    }
  }

  /** The server may have closed it before the request came (RFC 9112, section 9.3.1). */
  @Test
  void aBrokenKeptConnectionIsReplacedOnceByANewOne() throws Exception {
    try (var web = new Fetching(eager())) {
      var close = new SocketEffect.CloseSocket();
      web.server.enqueue(html("first").build());
      web.server.enqueue(html("lost").onResponseStart(close).build());
      web.server.enqueue(html("second").build());
      web.server.enqueue(html("lost").onResponseStart(close).build());
      web.server.enqueue(html("lost").onResponseStart(close).build());
      web.server.enqueue(html("unwanted").build());
      assertThat(web.fetch()).isInstanceOf(Fetched.class);
      assertThat(((Fetched) web.fetch()).body().decode(StandardCharsets.UTF_8)).isEqualTo("second");
      assertThat(web.server.getRequestCount()).isEqualTo(3);
      assertThat(((Failed) web.fetch()).reason()).isEqualTo(FailureReason.RESET);
      assertThat(web.server.getRequestCount()).isEqualTo(5);
    }
  }

  @Test
  void aBrokenNewConnectionIsNotTriedAgain() throws Exception {
    try (var web = new Fetching(eager())) {
      web.server.enqueue(html("lost").onResponseStart(new SocketEffect.CloseSocket()).build());
      web.server.enqueue(html("second").build());
      assertThat(((Failed) web.fetch()).reason()).isEqualTo(FailureReason.RESET);
      assertThat(web.server.getRequestCount()).isEqualTo(1);
    }
  }

  @Test
  void cookiesAreNotKept() throws Exception {
    try (var web = new Fetching()) {
      web.fetch(html("x").setHeader("Set-Cookie", "a=b"));
      web.fetch(html("x"));
      web.server.takeRequest();
      assertThat(web.server.takeRequest().getHeaders().get("Cookie")).isNull();
    }
  }

  @Test
  void interceptorsOfTheClientSeeTheStatusThatTheServerSent() throws Exception {
    List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    Interceptor watching =
        chain -> {
          var response = chain.proceed(chain.request());
          seen.add(response.code());
          return response;
        };
    OkHttpClient client =
        new OkHttpClient.Builder().addInterceptor(watching).addNetworkInterceptor(watching).build();
    try (var web = new Fetching(Fetching.builder().client(client))) {
      web.fetch(status(503));
      assertThat(seen).containsExactly(503, 503);
    }
  }

  /** A client repeats a request only on a connection that it has used before or shares. */
  private static void assertOneConnection(MockWebServer server) throws InterruptedException {
    int first = server.takeRequest().getConnectionIndex();
    assertThat(server.takeRequest().getConnectionIndex()).as("connection").isEqualTo(first);
  }

  private static FetchResult fetch(OkHttpFetcher fetcher, MockWebServer server, String host)
      throws InterruptedException {
    String url = "https://" + host + ":" + server.getPort() + "/";
    return fetcher.fetch(FetchRequest.of(CrawlUrl.of(url)));
  }

  static HandshakeCertificates certificates(String... hosts) {
    var builder = new HeldCertificate.Builder();
    for (String host : hosts) {
      builder.addSubjectAlternativeName(host);
    }
    HeldCertificate certificate = builder.build();
    return new HandshakeCertificates.Builder()
        .heldCertificate(certificate)
        .addTrustedCertificate(certificate.certificate())
        .build();
  }
}
