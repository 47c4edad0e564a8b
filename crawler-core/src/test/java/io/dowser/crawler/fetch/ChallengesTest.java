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
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Authenticator;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The authenticators of a caller's client answer challenges, with one more request each. */
class ChallengesTest {

  private final AtomicInteger asked = new AtomicInteger();

  private Authenticator answering(String header, String value) {
    return (route, response) -> {
      asked.incrementAndGet();
      return response.request().header(header) != null
          ? null
          : response.request().newBuilder().header(header, value).build();
    };
  }

  private static OkHttpFetcher.Builder with(Authenticator authenticator) {
    return Fetching.builder()
        .client(
            new OkHttpClient.Builder()
                .dns(host -> List.of(InetAddress.getLoopbackAddress()))
                .authenticator(authenticator)
                .build());
  }

  private static MockResponse.Builder challenge() {
    return status(401).setHeader("WWW-Authenticate", "Basic realm=\"x\"").body("who?");
  }

  private static List<@Nullable String> sent(Fetching web, String header) throws Exception {
    List<@Nullable String> values = new ArrayList<>();
    int requests = web.server.getRequestCount();
    for (int i = 0; i < requests; i++) {
      RecordedRequest request = web.server.takeRequest();
      values.add(request.getHeaders().get(header));
    }
    return values;
  }

  @Test
  void aChallengeIsAnsweredOnceASiteAndTheAnswerIsKept() throws Exception {
    try (var web = new Fetching(with(answering("Authorization", "Basic eA==")))) {
      web.server.enqueue(challenge().build());
      assertThat(web.fetch(html("one"))).isInstanceOf(Fetched.class);
      assertThat(web.fetch(html("two"))).isInstanceOf(Fetched.class);
      assertThat(web.fetch(html("three"))).isInstanceOf(Fetched.class);

      assertThat(sent(web, "Authorization"))
          .containsExactly(null, "Basic eA==", "Basic eA==", "Basic eA==");
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void theAnswerForOneSiteIsNotSentToAnother() throws Exception {
    try (var web = new Fetching(with(answering("Authorization", "Basic eA==")))) {
      web.server.enqueue(challenge().build());
      web.fetch(html("one"));
      web.server.enqueue(html("two").build());
      web.fetcher.fetch(
          FetchRequest.of(CrawlUrl.of("http://b.test:" + web.server.getPort() + "/")));

      assertThat(sent(web, "Authorization")).containsExactly(null, "Basic eA==", null);
    }
  }

  @Test
  void aWrongAnswerCostsOneRequestTooManyAndNoMore() throws Exception {
    try (var web = new Fetching(with(answering("Authorization", "Basic eA==")))) {
      web.server.enqueue(challenge().build());
      assertThat(((Failed) web.fetch(challenge())).status()).isEqualTo(401);
      assertThat(((Failed) web.fetch(challenge())).status()).isEqualTo(401);
      assertThat(((Failed) web.fetch(challenge())).status()).isEqualTo(401);

      assertThat(web.server.getRequestCount()).isEqualTo(4);
    }
  }

  @Test
  void anAnswerThatChangesIsAskedForAgain() throws Exception {
    Authenticator changing =
        (route, response) ->
            response
                .request()
                .newBuilder()
                .header("Authorization", "Bearer " + asked.incrementAndGet())
                .build();
    try (var web = new Fetching(with(changing))) {
      web.server.enqueue(challenge().build());
      web.fetch(html("one"));
      web.server.enqueue(challenge().build());
      assertThat(web.fetch(html("two"))).isInstanceOf(Fetched.class);
      assertThat(web.fetch(html("three"))).isInstanceOf(Fetched.class);

      assertThat(sent(web, "Authorization"))
          .containsExactly(null, "Bearer 1", "Bearer 1", "Bearer 2", "Bearer 2");
    }
  }

  @Test
  void anAnswerThatFitsOneRequestIsNotKept() throws Exception {
    try (var web = new Fetching(with(answering("Authorization", "Digest nonce=1")))) {
      web.server.enqueue(challenge().build());
      web.fetch(html("one"));
      web.server.enqueue(challenge().build());
      assertThat(web.fetch(html("two"))).isInstanceOf(Fetched.class);

      assertThat(sent(web, "Authorization"))
          .containsExactly(null, "Digest nonce=1", null, "Digest nonce=1");
    }
  }

  @Test
  void credentialsOfTheFetcherGoBeforeTheAuthenticators() throws Exception {
    try (var plain = new Fetching()) {
      String site = "http://127.0.0.1:" + plain.server.getPort();
      try (OkHttpFetcher fetcher =
          with(answering("Authorization", "Basic eA==")).credentials(site, "me", "x").build()) {
        plain.server.enqueue(challenge().build());
        assertThat(fetcher.fetch(FetchRequest.of(plain.url("/")))).isInstanceOf(Failed.class);
        assertThat(sent(plain, "Authorization")).containsExactly("Basic bWU6eA==");
      }
    }
  }

  @Test
  void anAuthenticatorThatWantsAnotherUrlIsRefused() throws Exception {
    Authenticator elsewhere =
        (route, response) ->
            response.request().newBuilder().url(response.request().url() + "x").build();
    try (var web = new Fetching(with(elsewhere))) {
      var failed = (Failed) web.fetch(challenge());

      assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
      assertThat(failed.detail()).contains("authenticator must repeat the request");
      assertThat(web.server.getRequestCount()).isEqualTo(1);
    }
  }

  /** Behind a tunnel it is the server that asks, and it must not learn the proxy's password. */
  @Test
  void aServerBehindATunnelDoesNotGetThePasswordOfTheProxy() throws Exception {
    HandshakeCertificates certificates = OneRequestTest.certificates("a.test");
    try (var proxy = new MockWebServer()) {
      proxy.useHttps(certificates.sslSocketFactory());
      proxy.start(InetAddress.getLoopbackAddress(), 0);
      proxy.enqueue(status(200).inTunnel().build());
      proxy.enqueue(status(407).build());
      proxy.enqueue(html("x").build());
      OkHttpClient client =
          new OkHttpClient.Builder()
              .proxy(
                  new Proxy(
                      Proxy.Type.HTTP,
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.getPort())))
              .sslSocketFactory(certificates.sslSocketFactory(), certificates.trustManager())
              .proxyAuthenticator(answering("Proxy-Authorization", "Basic eA=="))
              .build();
      try (OkHttpFetcher fetcher = OkHttpFetcher.builder().client(client).build()) {
        var failed = (Failed) fetcher.fetch(FetchRequest.of(CrawlUrl.of("https://a.test/")));

        assertThat(failed.status()).as(failed.detail()).isEqualTo(407);
        RecordedRequest last = proxy.takeRequest();
        while (last.getMethod().equals("CONNECT")) {
          last = proxy.takeRequest();
        }
        assertThat(last.getHeaders().get("Proxy-Authorization")).isNull();
      }
    }
  }

  @Test
  void aProxysChallengeIsAnsweredOnceAndAServersIsNot() throws Exception {
    try (var web = new Fetching()) {
      var proxy =
          new Proxy(
              Proxy.Type.HTTP,
              new InetSocketAddress(InetAddress.getLoopbackAddress(), web.server.getPort()));
      OkHttpClient.Builder client =
          new OkHttpClient.Builder()
              .proxyAuthenticator(answering("Proxy-Authorization", "Basic eA=="));
      try (OkHttpFetcher proxied =
              OkHttpFetcher.builder().client(client.proxy(proxy).build()).build();
          OkHttpFetcher direct =
              Fetching.builder().client(client.proxy(Proxy.NO_PROXY).build()).build()) {
        web.server.enqueue(status(407).build());
        web.server.enqueue(html("x").build());
        FetchResult result = proxied.fetch(FetchRequest.of(CrawlUrl.of("http://a.test/")));
        assertThat(result).isInstanceOf(Fetched.class);
        web.server.enqueue(status(407).build());
        assertThat(direct.fetch(FetchRequest.of(web.url("/")))).isInstanceOf(Failed.class);

        assertThat(sent(web, "Proxy-Authorization")).containsExactly(null, "Basic eA==", null);
      }
    }
  }
}
