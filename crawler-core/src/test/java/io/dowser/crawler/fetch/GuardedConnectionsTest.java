package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.net.AddressRules.ForbiddenAddressException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server on this machine that must not be reached, by whatever name or number. */
class GuardedConnectionsTest {

  private final MockWebServer server = new MockWebServer();

  @BeforeEach
  void start() throws Exception {
    server.start(InetAddress.getLoopbackAddress(), 0);
    server.enqueue(new MockResponse.Builder().code(200).body("secret").build());
  }

  @AfterEach
  void stop() {
    assertThat(server.getRequestCount()).as("requests that came through").isZero();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "2130706433",
        "127.1",
        "0x7f.1",
        "0x7f000001",
        "017700000001",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[2002:7f00:1::]",
        "localhost",
        "LOCALHOST"
      })
  void noFormOfThisMachineIsConnectedTo(String host) {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .socketFactory(AddressRules.PUBLIC.socketFactory())
            .dns(new GuardedDns(Dns.SYSTEM, AddressRules.PUBLIC))
            .build();
    String url = "http://" + host + ":" + server.getPort() + "/";

    assertThatThrownBy(() -> client.newCall(new Request.Builder().url(url).build()).execute())
        .isInstanceOf(java.io.IOException.class);
  }

  @Test
  void defaultFetcherSaysWhatItRefuses() throws Exception {
    try (OkHttpFetcher fetcher = OkHttpFetcher.builder().build()) {
      FetchResult result = fetcher.fetch(FetchRequest.of(url("127.0.0.1")));

      assertThat(result)
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(FailureReason.FORBIDDEN_ADDRESS);
                assertThat(failed.retryable()).isFalse();
                assertThat(failed.detail())
                    .contains("127.0.0.1 is LOOPBACK")
                    .contains("addressRules(AddressRules.publicAnd(\"127.0.0.1\"))");
              });
    }
  }

  /** A name that is public when it is checked and private when the socket connects. */
  @Test
  void nameThatIsBoundAnewDoesNotGetThrough() throws Exception {
    var lookups = new AtomicInteger();
    Dns rebinding =
        host ->
            lookups.getAndIncrement() == 0
                ? List.of(InetAddress.getByAddress(host, new byte[] {9, 9, 9, 9}))
                : List.of(InetAddress.getLoopbackAddress());
    rebinding.lookup("rebound.example");
    var client = new OkHttpClient.Builder().dns(rebinding).build();
    try (OkHttpFetcher fetcher = OkHttpFetcher.builder().client(client).build()) {
      assertThat(fetcher.fetch(FetchRequest.of(url("rebound.example"))))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> assertThat(failed.reason()).isEqualTo(FailureReason.FORBIDDEN_ADDRESS));
    }
    assertThat(lookups).hasValue(2);
  }

  @Test
  void ofSeveralAddressesOnlyThePublicOnesAreTried() throws Exception {
    InetAddress open = InetAddress.getByAddress("mixed.example", new byte[] {9, 9, 9, 9});
    var dns =
        new GuardedDns(
            host -> List.of(InetAddress.getLoopbackAddress(), open), AddressRules.PUBLIC);

    assertThat(dns.lookup("mixed.example")).containsExactly(open);
  }

  @Test
  void everyWayToMakeASocketIsGuarded() {
    var sockets = AddressRules.PUBLIC.socketFactory();
    InetAddress here = InetAddress.getLoopbackAddress();
    int port = server.getPort();

    assertThatThrownBy(() -> sockets.createSocket("127.0.0.1", port))
        .isInstanceOf(ForbiddenAddressException.class);
    assertThatThrownBy(() -> sockets.createSocket(here, port))
        .isInstanceOf(ForbiddenAddressException.class);
    assertThatThrownBy(() -> sockets.createSocket("127.0.0.1", port, here, 0))
        .isInstanceOf(ForbiddenAddressException.class);
    assertThatThrownBy(() -> sockets.createSocket(here, port, here, 0))
        .isInstanceOf(ForbiddenAddressException.class);
    assertThatThrownBy(
            () -> {
              try (Socket socket = sockets.createSocket()) {
                socket.connect(InetSocketAddress.createUnresolved("127.0.0.1", port));
              }
            })
        .isInstanceOf(java.net.SocketException.class)
        .hasMessageContaining("must be resolved");
  }

  @Test
  void rulesBesideAClientWithSocketsOfItsOwnAreRefused() {
    var client = new OkHttpClient.Builder().socketFactory(AddressRules.ANY.socketFactory()).build();

    assertThatThrownBy(
            () -> OkHttpFetcher.builder().client(client).addressRules(AddressRules.PUBLIC).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("socketFactory()");
  }

  private CrawlUrl url(String host) {
    return CrawlUrl.of("http://" + host + ":" + server.getPort() + "/");
  }
}
