package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A page that tries what it can to reach a server on this machine. */
@Timeout(120)
@Tag("slow")
class LoopbackTest {

  private ServerSocket tcp;
  private DatagramSocket udp;
  private Site site;
  private BrowserFetcher fetcher;

  @BeforeEach
  void open() throws IOException {
    Browsers.assume();
    tcp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    udp = new DatagramSocket(tcp.getLocalPort(), InetAddress.getLoopbackAddress());
    site = new Site();
    // a page that reaches the server waits for its answer; it is read before the test times out
    fetcher = Browsers.fetcher("selector", "#tried", "renderTimeout", "1m");
  }

  @AfterEach
  void close() throws IOException {
    if (fetcher != null) {
      fetcher.close();
      site.close();
      tcp.close();
      udp.close();
    }
  }

  /**
   * A page that gets the element {@code tried} three seconds after its fetches have ended, which
   * leaves time for the other attempts. All names have the address of this machine, so one that was
   * public a moment ago has, too.
   */
  private String attempts() {
    return """
        <p>start</p>
        <link rel=preconnect href=http://127.0.0.1:PORT>
        <link rel=stylesheet href=http://127.0.0.1:PORT/a.css>
        <script src=http://localhost:PORT/a.js></script>
        <iframe src=http://127.0.0.1:PORT/frame></iframe>
        <iframe src=http://[::ffff:127.0.0.1]:PORT/frame></iframe>
        <object data=http://127.0.0.1:PORT/object></object>
        <img src=http://127.0.0.1:PORT/image>
        <img src=https://127.0.0.1:PORT/image>
        <form id=form action=http://127.0.0.1:PORT/form method=post target=frame></form>
        <iframe name=frame></iframe>
        <script>
          const port = PORT;
          const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f.1', '0.0.0.0', '[::1]',
              '[::ffff:7f00:1]', 'rebound.example.org', '127.0.0.1.nip.io'];
          const tries = hosts.map(h => fetch('http://' + h + ':' + port + '/', {mode: 'no-cors'}));
          tries.push(fetch('/redirect', {mode: 'no-cors'}));
          tries.push(fetch('/www-redirect'));
          new Image().src = '/redirect';
          hosts.forEach(h => { try { new WebSocket('ws://' + h + ':' + port + '/') } catch (e) {} });
          try { new EventSource('http://127.0.0.1:' + port + '/events') } catch (e) {}
          try { navigator.sendBeacon('http://127.0.0.1:' + port + '/beacon', 'x') } catch (e) {}
          try { new WebTransport('https://127.0.0.1:' + port + '/') } catch (e) {}
          try { new Worker(URL.createObjectURL(new Blob(
              ['fetch("http://127.0.0.1:' + port + '/worker", {mode: "no-cors"})']))) } catch (e) {}
          try {
            const peer = new RTCPeerConnection({iceServers: [
                {urls: 'stun:127.0.0.1:' + port},
                {urls: 'turn:127.0.0.1:' + port + '?transport=tcp', username: 'a', credential: 'b'},
                {urls: 'turn:127.0.0.1:' + port, username: 'a', credential: 'b'}]});
            peer.createDataChannel('x');
            peer.createOffer().then(o => peer.setLocalDescription(o));
          } catch (e) {}
          document.getElementById('form').submit();
          window.open('http://127.0.0.1:' + port + '/window');
          Promise.allSettled(tries).then(all => setTimeout(() => {
            const tried = document.createElement('p');
            tried.id = 'tried';
            tried.append('tried '
                + all.filter(r => r.status === 'fulfilled' && r.value.type !== 'opaque').length);
            document.body.append(tried);
          }, 3000));
        </script>
        """
        .replace("PORT", String.valueOf(tcp.getLocalPort()));
  }

  @Test
  void pageReachesNoServerOfThisMachine() throws Exception {
    String victim = "http://127.0.0.1:" + tcp.getLocalPort() + "/redirected";
    site.redirect("/redirect", victim).redirect("/www-redirect", victim).html("/", attempts());

    var page = (Fetched) fetcher.fetch(FetchRequest.of(site.url("/")));

    assertThat(page.body().decode(UTF_8)).contains("start").contains("tried 0");
    assertThat(site.requests()).contains("/redirect", "/www-redirect");
    assertNothingCame();
  }

  /** The client's own sockets are not those of the pages. */
  @Test
  void pageReachesOnlyWhatTheSocketFactoryOfTheClientAllows() throws Exception {
    OkHttpClient client =
        Browsers.client()
            .newBuilder()
            .socketFactory(AddressRules.publicAnd(Site.HOST).socketFactory())
            .build();
    String victim = "http://rebound.example.org:" + tcp.getLocalPort();
    site.html(
        "/", "<p>start</p><script src=" + victim + "/a.js></script><script src=/b.js></script>");
    OkHttpFetcher http = OkHttpFetcher.builder().client(client).build();
    try (BrowserFetcher own = BrowserFetcher.of(Browsers.settings(), http, RenderPolicy.always())) {
      var page = (Fetched) own.fetch(FetchRequest.of(site.url("/")));

      assertThat(page.body().decode(UTF_8)).contains("start");
      assertThat(site.requests()).contains("/b.js");
      assertNothingCame();
    }
  }

  private void assertNothingCame() throws IOException {
    tcp.setSoTimeout(200);
    udp.setSoTimeout(200);
    assertThrows(SocketTimeoutException.class, tcp::accept);
    assertThrows(
        SocketTimeoutException.class, () -> udp.receive(new DatagramPacket(new byte[99], 99)));
  }
}
