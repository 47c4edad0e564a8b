package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

  private static final CrawlUrl ANYWHERE = CrawlUrl.of("http://nowhere.test/");
  private static final CrawlUrl LOCAL = CrawlUrl.of("http://127.0.0.1:9/");

  @Test
  void aHostWithoutAddressIsDns() throws Exception {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .dns(
                host -> {
                  throw new UnknownHostException(host + ": no such name");
                })
            .build();
    assertFailed(fetch(client, ANYWHERE), FailureReason.DNS, "nowhere.test");
  }

  @Test
  void aClosedPortIsRefused() throws Exception {
    int port;
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = listener.getLocalPort();
    }
    FetchResult result = fetch(new OkHttpClient(), CrawlUrl.of("http://127.0.0.1:" + port + "/"));
    assertFailed(result, FailureReason.REFUSED, String.valueOf(port));
  }

  @Test
  void aServerThatResetsIsReset() throws Exception {
    try (var server =
        new RawServer(
            socket -> {
              RawServer.readRequest(socket);
              socket.setSoLinger(true, 0); // close sends a reset
            })) {
      assertFailed(fetch(server), FailureReason.RESET, "");
    }
  }

  @Test
  void aServerThatClosesWithoutAWordIsReset() throws Exception {
    try (var server = new RawServer(RawServer::readRequest)) {
      assertFailed(fetch(server), FailureReason.RESET, "");
    }
  }

  @Test
  void aServerThatClosesWithinTheHeaderIsReset() throws Exception {
    try (var server = new RawServer(RawServer.responding("HTTP/1.1 200 OK\r\nContent-Le"))) {
      assertFailed(fetch(server), FailureReason.RESET, "");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n",
        "\u0000\u0001\u0002\u001b[31m\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"
      })
  void garbageIsProtocol(String response) throws Exception {
    try (var server = new RawServer(RawServer.responding(response))) {
      FetchResult result = fetch(server);
      assertFailed(result, FailureReason.PROTOCOL, "");
      assertThat(((Failed) result).detail()).doesNotContainPattern("\\p{Cntrl}");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\n\r\n",
        "HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n"
      })
  void unexpectedStatusesAreProtocol(String response) throws Exception {
    try (var server = new RawServer(RawServer.responding(response))) {
      var failed = (Failed) fetch(server);
      assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
      assertThat(failed.retryable()).isFalse();
    }
  }

  /** OkHttp stops reading at 256 KiB, and takes that for the end of the stream. */
  @Test
  void anOversizedHeaderIsReset() throws Exception {
    String header = "HTTP/1.1 200 OK\r\n" + "X-A: bcdefghijklmnopqrstuvwxyz\r\n".repeat(20_000);
    try (var server = new RawServer(RawServer.responding(header + "\r\n"))) {
      assertFailed(fetch(server), FailureReason.RESET, "");
    }
  }

  @Test
  void aCertificateThatIsNotTrustedIsTls() throws Exception {
    assertFailed(fetch(certificate("127.0.0.1"), new OkHttpClient()), FailureReason.TLS, "");
  }

  @Test
  void aCertificateForAnotherHostIsTls() throws Exception {
    HeldCertificate certificate = certificate("a.test");
    assertFailed(fetch(certificate, trusting(certificate)), FailureReason.TLS, "127.0.0.1");
  }

  @Test
  void aCertificateThatTheClientTrustsIsFine() throws Exception {
    HeldCertificate certificate = certificate("127.0.0.1");
    assertThat(fetch(certificate, trusting(certificate))).isInstanceOf(Fetched.class);
  }

  @Test
  void aServerWithoutTlsIsTls() throws Exception {
    byte[] response = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8);
    try (var server =
        new RawServer(
            socket -> {
              socket.getInputStream().read();
              socket.getOutputStream().write(response);
              socket.shutdownOutput();
              socket.getInputStream().readAllBytes(); // to close at once would reset
            })) {
      CrawlUrl url = CrawlUrl.of("https://127.0.0.1:" + server.port() + "/");
      assertFailed(fetch(new OkHttpClient(), url), FailureReason.TLS, "");
    }
  }

  @Test
  void anAddressThatDoesNotReplyTimesOut() throws Exception {
    OkHttpClient client = new OkHttpClient.Builder().socketFactory(new DeafSockets()).build();
    try (OkHttpFetcher fetcher =
        OkHttpFetcher.builder().client(client).connectTimeout(Duration.ofMillis(50)).build()) {
      assertFailed(fetcher.fetch(FetchRequest.of(LOCAL)), FailureReason.TIMEOUT, "50 ms");
    }
  }

  @Test
  void everyErrorHasItsReason() {
    assertReason(new UnknownHostException("h"), FailureReason.DNS);
    assertReason(new SocketTimeoutException("timeout"), FailureReason.TIMEOUT);
    assertReason(new ConnectException("Connection refused"), FailureReason.REFUSED);
    assertReason(new ConnectException("Connection timed out"), FailureReason.TIMEOUT);
    assertReason(new NoRouteToHostException("No route to host"), FailureReason.IO);
    assertReason(new BindException("no port left"), FailureReason.IO);
    assertReason(new SocketException("Connection reset"), FailureReason.RESET);
    assertReason(new IOException("unexpected end", new EOFException()), FailureReason.RESET);
    assertReason(new SSLHandshakeException("unknown authority"), FailureReason.TLS);
    assertReason(
        new SSLException("broken", new SocketException("Connection reset")), FailureReason.RESET);
    assertReason(new IOException("Canceled"), FailureReason.IO);
  }

  @Test
  void detailsAreOneShortLine() {
    Failed failed = Failures.of(ANYWHERE, new IOException("a\r\nb\u001b" + "x".repeat(1_000)));
    assertThat(failed.detail()).startsWith("IOException: a??b?x").hasSizeLessThan(310);
  }

  private static FetchResult fetch(RawServer server) throws Exception {
    return fetch(new OkHttpClient(), server.url("/"));
  }

  private static FetchResult fetch(OkHttpClient client, CrawlUrl url) throws Exception {
    try (OkHttpFetcher fetcher = Fetching.builder().client(client).build()) {
      return fetcher.fetch(FetchRequest.of(url));
    }
  }

  private static FetchResult fetch(HeldCertificate certificate, OkHttpClient client)
      throws Exception {
    var certificates = new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    try (var server = new MockWebServer()) {
      server.useHttps(certificates.sslSocketFactory());
      server.start(InetAddress.getLoopbackAddress(), 0);
      server.enqueue(Fetching.html("secret").build());
      return fetch(client, CrawlUrl.of("https://127.0.0.1:" + server.getPort() + "/"));
    }
  }

  private static HeldCertificate certificate(String host) {
    return new HeldCertificate.Builder().addSubjectAlternativeName(host).build();
  }

  private static OkHttpClient trusting(HeldCertificate certificate) {
    var certificates =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(certificate.certificate())
            .build();
    return new OkHttpClient.Builder()
        .sslSocketFactory(certificates.sslSocketFactory(), certificates.trustManager())
        .build();
  }

  private static void assertReason(IOException error, FailureReason reason) {
    Failed failed = Failures.of(ANYWHERE, error);
    assertThat(failed.reason()).as(error.toString()).isEqualTo(reason);
    assertThat(failed.retryable()).isEqualTo(reason.isWorthRetrying());
  }

  private static void assertFailed(FetchResult result, FailureReason reason, String detail) {
    var failed = (Failed) result;
    assertThat(failed.reason()).as(failed.detail()).isEqualTo(reason);
    assertThat(failed.status()).isZero();
    assertThat(failed.retryable()).isEqualTo(reason.isWorthRetrying());
    assertThat(failed.detail()).contains(detail).isNotBlank();
    assertThat(failed.headers().map()).isEmpty();
  }
}
