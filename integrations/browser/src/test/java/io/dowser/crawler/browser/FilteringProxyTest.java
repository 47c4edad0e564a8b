package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FilteringProxyTest {

  private final AtomicInteger lookups = new AtomicInteger();
  private Site site;
  private FilteringProxy proxy;

  /** All names have the address of this machine, but those that end in unknown. */
  private final class Lookup implements AddressRules.Lookup {

    private final AddressRules rules;

    Lookup(AddressRules rules) {
      this.rules = rules;
    }

    @Override
    public List<InetAddress> addressesOf(String host) throws UnknownHostException {
      lookups.incrementAndGet();
      if (host.endsWith("unknown")) {
        throw new UnknownHostException(host);
      }
      return List.of(InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1}));
    }

    @Override
    public Optional<AddressRules.Kind> refusalOf(String host, InetAddress address) {
      return rules.allowsHost(host) ? Optional.empty() : rules.refusal(address);
    }
  }

  @BeforeEach
  void open() throws IOException {
    site = new Site().html("/", "hello");
    proxy =
        FilteringProxy.start(
            new Lookup(AddressRules.publicAnd(Site.HOST)), InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() {
    proxy.close();
    site.close();
  }

  private Socket connected() throws IOException {
    return new Socket(proxy.address().getAddress(), proxy.address().getPort());
  }

  private String answer(String request) throws IOException {
    try (Socket socket = connected()) {
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String get(String url) {
    return "GET " + url + " HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\n\r\n";
  }

  @Test
  void plainRequestIsPassedOnceAndItsConnectionClosed() throws Exception {
    String answer = answer(get(site.url("/").toString()));

    assertThat(answer).startsWith("HTTP/1.1 200 ").contains("Connection: close").endsWith("hello");
    assertThat(lookups).hasValue(1);
  }

  @Test
  void tunnelPassesBytesBothWays() throws Exception {
    try (Socket socket = connected()) {
      String connect = "CONNECT " + Site.HOST + ":" + site.port() + " HTTP/1.1\r\n\r\n";
      String get = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write((connect + get).getBytes(ISO_8859_1));

      assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
          .startsWith("HTTP/1.1 200 Connection Established\r\n\r\nHTTP/1.1 200 ")
          .endsWith("hello");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "localhost", "evil.example.org", "[::1]", "2130706433", "127.1"})
  void forbiddenTargetIsRefusedBeforeItIsConnectedTo(String host) throws Exception {
    try (var victim = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      String authority = host + ":" + victim.getLocalPort();

      assertThat(answer(get("http://" + authority + "/"))).startsWith("HTTP/1.1 403 ");
      assertThat(answer("CONNECT " + authority + " HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 403 ");
      victim.setSoTimeout(50);
      assertThrows(SocketTimeoutException.class, victim::accept);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n",
        "GET https://www.example.org/ HTTP/1.1\r\n\r\n",
        "GET http://user@www.example.org/ HTTP/1.1\r\n\r\n",
        "CONNECT www.example.org HTTP/1.1\r\n\r\n",
        "CONNECT www.example.org:99999 HTTP/1.1\r\n\r\n",
        "CONNECT :80 HTTP/1.1\r\n\r\n",
        "nonsense\r\n\r\n"
      })
  void otherRequestsAreRefused(String request) throws Exception {
    assertThat(answer(request)).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void hostWithoutAddressOrServerIsABadGateway() throws Exception {
    int closed = closedPort();

    assertThat(answer(get("http://host.unknown/"))).startsWith("HTTP/1.1 502 ");
    assertThat(answer(get("http://" + Site.HOST + ":" + closed + "/"))).startsWith("HTTP/1.1 502 ");
  }

  private static int closedPort() throws IOException {
    try (var server = new ServerSocket(0)) {
      return server.getLocalPort();
    }
  }

  @Test
  void answerEndsWhereTheBytesOfThePageAreUsedUp() throws Exception {
    site.answer("/long", "text/plain", "x".repeat(1_000_000));
    proxy.allowBytes(100_000);

    String answer = answer(get(site.url("/long").toString()));

    assertThat(answer.length()).isLessThan(101_000);
    assertThat(answer(get(site.url("/").toString()))).doesNotContain("hello");
    proxy.allowBytes(100_000);
    assertThat(answer(get(site.url("/").toString()))).endsWith("hello");
  }

  @Test
  void closedProxyClosesItsConnections() throws Exception {
    try (Socket socket = connected()) {
      String connect = "CONNECT " + Site.HOST + ":" + site.port() + " HTTP/1.1\r\n\r\n";
      socket.getOutputStream().write(connect.getBytes(ISO_8859_1));
      assertThat(socket.getInputStream().read()).isEqualTo('H');

      proxy.close();

      assertThat(socket.getInputStream().readAllBytes().length).isLessThan(100);
    }
  }
}
