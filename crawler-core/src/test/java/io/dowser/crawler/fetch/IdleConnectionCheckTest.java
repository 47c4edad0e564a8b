package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdleConnectionCheckTest {

  private static final HeldCertificate CERTIFICATE =
      new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();

  private final HandshakeCertificates certificates =
      new HandshakeCertificates.Builder()
          .heldCertificate(CERTIFICATE)
          .addTrustedCertificate(CERTIFICATE.certificate())
          .build();

  @Test
  void aConnectionClosedByTheServerIsFoundOut() throws Exception {
    OkHttpClient client = client(Duration.ZERO, Protocol.HTTP_1_1);
    try (var server =
        new RawServer(RawServer.pageThenClose("first"), RawServer.pageThenClose("second"))) {
      String url = server.url("/").toString();
      assertThat(get(client, url)).isEqualTo("first");
      server.awaitClosing();
      assertThatThrownBy(() -> get(client, url)).isInstanceOf(StaleConnectionException.class);
      assertThat(get(client, url)).isEqualTo("second");
    }
  }

  @Test
  void aSecureConnectionClosedByTheServerIsFoundOut() throws Exception {
    OkHttpClient client = client(Duration.ZERO, Protocol.HTTP_1_1);
    SSLSocketFactory secure = certificates.sslSocketFactory();
    try (var server =
        new RawServer(
            plain -> {
              try (var socket = (SSLSocket) secure.createSocket(plain, null, true)) {
                RawServer.pageThenClose("first").play(socket);
              }
            })) {
      String url = "https://127.0.0.1:" + server.port() + "/";
      assertThat(get(client, url)).isEqualTo("first");
      server.awaitClosing();
      assertThatThrownBy(() -> get(client, url)).isInstanceOf(StaleConnectionException.class);
    }
  }

  @Test
  void aConnectionUsedAMomentAgoIsNotLookedAt() throws Exception {
    OkHttpClient client = client(Duration.ofHours(1), Protocol.HTTP_1_1);
    try (var server = new RawServer(RawServer.pageThenClose("first"))) {
      String url = server.url("/").toString();
      get(client, url);
      server.awaitClosing();
      assertThatThrownBy(() -> get(client, url))
          .isInstanceOfSatisfying(
              StaleConnectionException.class, e -> assertThat(e.wasSent()).isTrue());
    }
  }

  @Test
  void aConnectionEndsWithAResponseOfHttp10() throws Exception {
    OkHttpClient client = client(Duration.ofHours(1), Protocol.HTTP_1_1);
    String head = "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n";
    try (var server =
        new RawServer(
            RawServer.responding(head + "\r\nfirst"),
            RawServer.responding(head + "Connection: Keep-Alive\r\n\r\nagain"))) {
      String url = server.url("/").toString();
      assertThat(get(client, url)).isEqualTo("first");
      server.awaitClosing();
      assertThatThrownBy(() -> get(client, url)).isInstanceOf(StaleConnectionException.class);
      assertThat(get(client, url)).isEqualTo("again");
      server.awaitClosing();
      assertThatThrownBy(() -> get(client, url))
          .isInstanceOfSatisfying(
              StaleConnectionException.class,
              e -> assertThat(e.wasSent()).as("kept by the response, so tried").isTrue());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 0\r\n\r\n", "Content-Length: 8\r\n\r\ninjected"})
  void aConnectionWithASurplusResponseIsClosedBeforeOthersUseIt(String rest) throws Exception {
    OkHttpClient client = client(Duration.ofHours(1), Protocol.HTTP_1_1);
    String surplus = "HTTP/1.1 200 OK\r\nX: 1HTTP/1.1 200 OK\r\n" + rest;
    var ends = new LinkedBlockingQueue<Integer>();
    try (var server =
        new RawServer(
            socket -> {
              String first = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst";
              RawServer.responding(first + surplus).play(socket);
              RawServer.readRequest(socket);
              socket.setSoTimeout(5_000);
              ends.add(socket.getInputStream().read());
            })) {
      String url = server.url("/").toString();
      assertThat(get(client, url)).isEqualTo("first");
      assertThatThrownBy(() -> get(client, url)).isInstanceOf(StaleConnectionException.class);
      server.awaitClosing();
      assertThat(ends).containsExactly(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({"http,HTTP_1_1", "https,HTTP_1_1", "https,HTTP_2"})
  void anOpenConnectionStaysInUse(String scheme, Protocol protocol) throws Exception {
    OkHttpClient client = client(Duration.ZERO, protocol);
    try (var server = new MockWebServer()) {
      if (scheme.equals("https")) {
        server.useHttps(certificates.sslSocketFactory());
      }
      server.start(InetAddress.getLoopbackAddress(), 0);
      String url = scheme + "://127.0.0.1:" + server.getPort() + "/";
      for (int i = 0; i < 4; i++) {
        server.enqueue(Fetching.html("page " + i).build());
        assertThat(get(client, url)).isEqualTo("page " + i);
        assertThat(server.takeRequest().getExchangeIndex()).isEqualTo(i);
      }
    }
  }

  private OkHttpClient client(Duration longIdle, Protocol protocol) {
    return new OkHttpClient.Builder()
        .protocols(
            protocol == Protocol.HTTP_2
                ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                : List.of(Protocol.HTTP_1_1))
        .sslSocketFactory(certificates.sslSocketFactory(), certificates.trustManager())
        .retryOnConnectionFailure(false)
        .addNetworkInterceptor(new IdleConnectionCheck(longIdle))
        .build();
  }

  private static String get(OkHttpClient client, String url) throws IOException {
    try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
      return response.body().string();
    }
  }
}
