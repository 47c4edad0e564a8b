package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that are not there, say nonsense, stop in the middle or never answer. */
@Timeout(60)
class BrokenAnswersTest {

  private static final String HEADER = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

  @Test
  void aClosedPortIsRefused() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    FetchRequest request = FetchRequest.of(CrawlUrl.of("http://127.0.0.1:" + port + "/"));
    assertThat(reason(OkHttpFetcher.builder(), request)).isEqualTo(FailureReason.REFUSED);
  }

  @Test
  void aHostWithoutAddressIsNotFound() throws Exception {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .dns(
                host -> {
                  throw new UnknownHostException(host);
                })
            .build();
    FetchRequest request = FetchRequest.of(CrawlUrl.of("http://nowhere.test/"));
    assertThat(reason(OkHttpFetcher.builder().client(client), request))
        .isEqualTo(FailureReason.DNS);
  }

  @Test
  void aCertificateThatNobodySignedIsATlsFailure() throws Exception {
    HeldCertificate certificate =
        new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    try (var server = new MockWebServer()) {
      server.useHttps(
          new HandshakeCertificates.Builder()
              .heldCertificate(certificate)
              .build()
              .sslSocketFactory());
      server.start();
      FetchRequest request =
          FetchRequest.of(CrawlUrl.of("https://localhost:" + server.getPort() + "/"));
      assertThat(reason(OkHttpFetcher.builder(), request)).isEqualTo(FailureReason.TLS);
    }
  }

  @Test
  void whatIsNotHttpIsAFailureOfTheProtocol() throws Exception {
    try (var server = RawServer.saying("SSH-2.0-OpenSSH_9.2\r\n\r\n")) {
      assertThat(reason(OkHttpFetcher.builder(), server.request()))
          .isEqualTo(FailureReason.PROTOCOL);
    }
  }

  @Test
  void aConnectionClosedWithoutAnAnswerIsReset() throws Exception {
    try (var server = RawServer.saying("")) {
      assertThat(reason(OkHttpFetcher.builder(), server.request())).isEqualTo(FailureReason.RESET);
    }
  }

  @Test
  void noAnswerWithinTheReadTimeoutIsATimeout() throws Exception {
    try (var server = RawServer.thatStopsAfter("")) {
      var builder = OkHttpFetcher.builder().readTimeout(Duration.ofMillis(100));
      assertThat(reason(builder, server.request())).isEqualTo(FailureReason.TIMEOUT);
    }
  }

  @Test
  void noAnswerWithinTheTotalTimeoutIsATimeout() throws Exception {
    try (var server = RawServer.thatStopsAfter("HTTP/1.1 200")) {
      var builder = OkHttpFetcher.builder().totalTimeout(Duration.ofMillis(200));
      assertThat(reason(builder, server.request())).isEqualTo(FailureReason.TIMEOUT);
    }
  }

  @Test
  void whatHadComeWithinTheTotalTimeoutIsAPage() throws Exception {
    try (var server = RawServer.thatStopsAfter(HEADER + "Content-Length: 9\r\n\r\nabc")) {
      var builder = OkHttpFetcher.builder().totalTimeout(Duration.ofMillis(500));
      assertPage(fetch(builder, server.request()), "abc", Truncation.TIME_LIMIT);
    }
  }

  @Test
  void whatHadComeBeforeTheConnectionBrokeIsAPage() throws Exception {
    try (var server = RawServer.saying(HEADER + "Content-Length: 9\r\n\r\nabc")) {
      assertPage(fetch(OkHttpFetcher.builder(), server.request()), "abc", Truncation.BROKEN_OFF);
    }
    try (var server =
        RawServer.saying(HEADER + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n9\r\n")) {
      assertPage(fetch(OkHttpFetcher.builder(), server.request()), "abc", Truncation.BROKEN_OFF);
    }
  }

  @Test
  void aBodyThatIsNotTheGzipItClaimsIsBrokenOff() throws Exception {
    String header = HEADER + "Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n";
    try (var server = RawServer.saying(header + "12345678901234567890")) {
      assertPage(fetch(OkHttpFetcher.builder(), server.request()), "", Truncation.BROKEN_OFF);
    }
  }

  @Test
  void anInterruptedThreadLeavesAnAnswerThatNeverComes() throws Exception {
    try (var server = RawServer.thatStopsAfter("");
        var fetcher = OkHttpFetcher.builder().build()) {
      assertInterruptible(server, fetcher);
    }
  }

  @Test
  void anInterruptedThreadLeavesABodyThatNeverEnds() throws Exception {
    try (var server = RawServer.thatStopsAfter(HEADER + "\r\nabc");
        var fetcher = OkHttpFetcher.builder().build()) {
      assertInterruptible(server, fetcher);
    }
  }

  /** The time-outs of the fetcher are far longer than that of the test. */
  private static void assertInterruptible(RawServer server, OkHttpFetcher fetcher)
      throws Exception {
    var task = new FutureTask<FetchResult>(() -> fetcher.fetch(server.request()));
    var thread = new Thread(task, "fetching");
    thread.start();
    server.awaitRequest();
    thread.interrupt();
    try {
      assertThat(task.get(10, TimeUnit.SECONDS)).as("no result").isNull();
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(InterruptedException.class);
    }
  }

  private static FailureReason reason(OkHttpFetcher.Builder builder, FetchRequest request)
      throws InterruptedException {
    FetchResult result = fetch(builder, request);
    assertThat(result).isInstanceOf(Failed.class);
    Failed failed = (Failed) result;
    assertThat(failed.status()).isZero();
    assertThat(failed.detail()).isNotBlank();
    return failed.reason();
  }

  private static void assertPage(FetchResult result, String body, Truncation truncation) {
    assertThat(result)
        .isInstanceOfSatisfying(
            Fetched.class,
            fetched -> {
              assertThat(fetched.body().toArray()).asString().isEqualTo(body);
              assertThat(fetched.truncation()).isEqualTo(truncation);
            });
  }

  private static FetchResult fetch(OkHttpFetcher.Builder builder, FetchRequest request)
      throws InterruptedException {
    try (var fetcher = builder.build()) {
      return fetcher.fetch(request);
    }
  }
}
