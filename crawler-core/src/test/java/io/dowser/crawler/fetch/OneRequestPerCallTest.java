package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts what reaches the server, with clients that would rather ask twice. */
class OneRequestPerCallTest {

  private final MockWebServer server = new MockWebServer();
  private MockResponse answer = new MockResponse.Builder().build();

  @BeforeEach
  void start() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer;
          }
        });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 407, 408, 421, 500, 502, 503, 504})
  void errorsAreNotAskedAbout(int status) throws Exception {
    server.start();
    answer = new MockResponse.Builder().code(status).addHeader("Retry-After", "0").build();
    try (var fetcher = OkHttpFetcher.builder().client(eager()).build()) {
      assertThat(fetcher.fetch(request("localhost")))
          .isInstanceOfSatisfying(
              Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(FailureReason.HTTP_STATUS);
                assertThat(failed.status()).isEqualTo(status);
                assertThat(failed.headers().firstValue("retry-after")).hasValue("0");
              });
    }
    assertThat(server.getRequestCount()).isOne();
  }

  @Test
  void aRetryAfterThatIsTooLongForAnIntegerDoesNoHarm() throws Exception {
    server.start();
    answer = new MockResponse.Builder().code(503).addHeader("Retry-After", "99999999999").build();
    try (var fetcher = OkHttpFetcher.builder().build()) {
      FetchResult result = fetcher.fetch(request("localhost"));
      assertThat(result)
          .isInstanceOfSatisfying(
              Failed.class,
              failed ->
                  assertThat(failed.headers().firstValue("retry-after")).hasValue("99999999999"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) throws Exception {
    server.start();
    answer = new MockResponse.Builder().code(status).addHeader("Location", "/elsewhere").build();
    try (var fetcher = OkHttpFetcher.builder().client(eager()).build()) {
      FetchRequest request = request("localhost");
      assertThat(fetcher.fetch(request))
          .isEqualTo(new FetchResult.Redirect(request.url(), status, "/elsewhere"));
    }
    assertThat(server.getRequestCount()).isOne();
  }

  @Test
  void aMisdirectedRequestOnASharedConnectionIsNotRepeated() throws Exception {
    HeldCertificate certificate =
        new HeldCertificate.Builder()
            .addSubjectAlternativeName("a.test")
            .addSubjectAlternativeName("b.test")
            .build();
    var own = new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    var trusted =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(certificate.certificate())
            .build();
    server.useHttps(own.sslSocketFactory());
    server.start();
    OkHttpClient client =
        new OkHttpClient.Builder()
            .dns(host -> List.of(InetAddress.getLoopbackAddress()))
            .sslSocketFactory(trusted.sslSocketFactory(), trusted.trustManager())
            .build();
    try (var fetcher = OkHttpFetcher.builder().client(client).build()) {
      assertThat(fetcher.fetch(request("a.test"))).isInstanceOf(FetchResult.Fetched.class);
      answer = new MockResponse.Builder().code(421).build();
      assertThat(fetcher.fetch(request("b.test")))
          .isInstanceOfSatisfying(
              Failed.class, failed -> assertThat(failed.status()).isEqualTo(421));
    }
    assertThat(client.connectionPool().connectionCount()).as("connections, shared").isOne();
    assertThat(server.getRequestCount()).isEqualTo(2);
  }

  @Test
  void aConnectionThatIsResetIsNotTriedAgain() throws Exception {
    try (var raw = new RawServer((connection, out) -> connection.setSoLinger(true, 0));
        var fetcher = OkHttpFetcher.builder().client(eager()).build()) {
      assertThat(fetcher.fetch(raw.request()))
          .isInstanceOfSatisfying(
              Failed.class, failed -> assertThat(failed.reason()).isEqualTo(FailureReason.RESET));
      assertThat(raw.requests()).isOne();
    }
  }

  @Test
  void interceptorsOfTheCallerSeeTheTrueStatus() throws Exception {
    server.start();
    answer = new MockResponse.Builder().code(503).addHeader("Retry-After", "0").build();
    var seen = new AtomicInteger();
    OkHttpClient client =
        new OkHttpClient.Builder()
            .addInterceptor(
                chain -> {
                  var response = chain.proceed(chain.request());
                  seen.set(response.code());
                  return response;
                })
            .build();
    try (var fetcher = OkHttpFetcher.builder().client(client).build()) {
      assertThat(fetcher.fetch(request("localhost"))).isInstanceOf(Failed.class);
    }
    assertThat(seen).hasValue(503);
  }

  private static OkHttpClient eager() {
    return new OkHttpClient.Builder()
        .retryOnConnectionFailure(true)
        .authenticator((route, response) -> response.request())
        .proxyAuthenticator((route, response) -> response.request())
        .build();
  }

  private FetchRequest request(String host) {
    String scheme = host.equals("localhost") ? "http" : "https";
    return FetchRequest.of(CrawlUrl.of(scheme + "://" + host + ":" + server.getPort() + "/"));
  }
}
