package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.html;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.internal.access.DigestAccounts;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.SocketFactory;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.Cache;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedClientTest {

  @Test
  void theCallersClientStaysOpenAndKeepsItsConnections() throws Exception {
    var client = new OkHttpClient();
    try (var web = new Fetching(Fetching.builder().client(client))) {
      web.fetch(html("x"));
      web.server.enqueue(html("y").build());
      get(client, web.url("/"));
      web.fetcher.close();
      assertThat(client.connectionPool().connectionCount()).isEqualTo(1);
      assertThat(client.dispatcher().executorService().isShutdown()).isFalse();
      web.server.enqueue(html("z").build());
      assertThat(get(client, web.url("/"))).isEqualTo("z");
    }
  }

  @Test
  void theCallersNameServiceIsUsed() throws Exception {
    OkHttpClient client =
        new OkHttpClient.Builder().dns(host -> List.of(InetAddress.getLoopbackAddress())).build();
    try (var web = new Fetching(Fetching.builder().client(client))) {
      web.server.enqueue(html("x").build());
      CrawlUrl url = CrawlUrl.of("http://made.up.test:" + web.server.getPort() + "/");
      assertThat(web.fetcher.fetch(FetchRequest.of(url))).isInstanceOf(Fetched.class);
      assertThat(web.server.takeRequest().getHeaders().get("Host")).startsWith("made.up.test");
    }
  }

  @Test
  void theCallersCookieJarIsUsed() throws Exception {
    OkHttpClient client = new OkHttpClient.Builder().cookieJar(new Jar()).build();
    try (var web = new Fetching(Fetching.builder().client(client))) {
      web.fetch(html("x").addHeader("Set-Cookie", "a=b"));
      web.fetch(html("y"));
      assertThat(web.server.takeRequest().getHeaders().get("Cookie")).isNull();
      assertThat(web.server.takeRequest().getHeaders().get("Cookie")).isEqualTo("a=b");
    }
  }

  @Test
  void aClientWithACacheIsRefused(@TempDir Path directory) throws Exception {
    try (var cache = new Cache(directory.toFile(), 1 << 20)) {
      OkHttpClient client = new OkHttpClient.Builder().cache(cache).build();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Fetching.builder().client(client))
          .withMessageContaining("client must have no cache");
    }
  }

  @Test
  void theCallersTimesAreUsedUnlessTheBuilderSetsThem() throws Exception {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .socketFactory(new DeafSockets())
            .connectTimeout(Duration.ofMillis(1_234))
            .build();

    Duration other = Duration.ofMillis(777);
    assertThat(connecting(OkHttpFetcher.builder().client(client))).contains("after 1234 ms");
    assertThat(connecting(OkHttpFetcher.builder().connectTimeout(other).client(client)))
        .contains("after 777 ms");
    assertThat(connecting(OkHttpFetcher.builder().client(client).connectTimeout(other)))
        .contains("after 777 ms");
  }

  private static String connecting(OkHttpFetcher.Builder builder) throws Exception {
    try (OkHttpFetcher fetcher = builder.build()) {
      CrawlUrl url = CrawlUrl.of("http://127.0.0.1:1/");
      return ((Failed) fetcher.fetch(FetchRequest.of(url))).detail();
    }
  }

  @Test
  void timesToReadAndOfACallAreUsedToo() {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .readTimeout(Duration.ofSeconds(3))
            .callTimeout(Duration.ofSeconds(7))
            .build();

    assertThat(FetchLimits.of(client).read()).isEqualTo(Duration.ofSeconds(3));
    assertThat(FetchLimits.of(client).total()).isEqualTo(Duration.ofSeconds(7));
    assertThat(FetchLimits.of(new OkHttpClient())).isEqualTo(FetchLimits.DEFAULT);
  }

  @Test
  void aTimeThatEndsNoFetchIsRefused() {
    OkHttpClient client = new OkHttpClient.Builder().readTimeout(Duration.ZERO).build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fetching.builder().client(client))
        .withMessage("readTimeout of the client must be 1ms to 1h, but was 0s");
  }

  @Test
  void aClosedFetcherRefusesToFetch() throws Exception {
    try (var web = new Fetching()) {
      web.fetch(html("x"));
      web.fetcher.close();
      web.fetcher.close();
      assertThatIllegalStateException().isThrownBy(web::fetch).withMessageContaining("closed");
    }
  }

  @Test
  void aConnectionThatTheServerClosedMeanwhileIsReplaced() throws Exception {
    try (var server =
            new RawServer(RawServer.pageThenClose("first"), RawServer.pageThenClose("second"));
        OkHttpFetcher fetcher = Fetching.builder().longIdle(Duration.ZERO).build()) {
      assertThat(body(fetcher, server.url("/"))).isEqualTo("first");
      server.awaitClosing();
      assertThat(body(fetcher, server.url("/"))).isEqualTo("second");
    }
  }

  @Test
  void aConnectionThatIsStillOpenIsUsedAgain() throws Exception {
    try (var web = new Fetching(Fetching.builder().longIdle(Duration.ZERO))) {
      web.fetch(html("x"));
      web.fetch(html("y"));
      web.server.takeRequest();
      assertThat(web.server.takeRequest().getExchangeIndex()).as("second on its own").isEqualTo(1);
    }
  }

  @Test
  void manyThreadsGetTheirOwnPages() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (var web = new Fetching(Fetching.builder().connections(16))) {
      web.server.setDispatcher(new Echo());
      List<Callable<String>> tasks = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        String path = "/page-" + i;
        tasks.add(() -> body(web, path));
      }
      List<Future<String>> bodies = threads.invokeAll(tasks);
      for (int i = 0; i < bodies.size(); i++) {
        assertThat(bodies.get(i).get()).isEqualTo("/page-" + i);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void connectionsOfManyHostsAreKept() throws Exception {
    OkHttpClient own =
        ClientRules.impose(
            ClientRules.own(),
            FetchLimits.DEFAULT,
            Duration.ofSeconds(1),
            AddressRules.PUBLIC,
            new DigestAccounts());
    OkHttpClient client =
        own.newBuilder()
            .dns(host -> List.of(InetAddress.getLoopbackAddress()))
            .socketFactory(SocketFactory.getDefault())
            .proxy(null)
            .build();
    try (var web = new Fetching(Fetching.builder().client(client))) {
      web.server.setDispatcher(new Echo());
      for (int use = 0; use < 2; use++) {
        for (int host = 0; host < 40; host++) {
          String url = "http://host-" + host + ".test:" + web.server.getPort() + "/";
          web.fetcher.fetch(FetchRequest.of(CrawlUrl.of(url)));
          assertThat(web.server.takeRequest().getExchangeIndex()).as(url).isEqualTo(use);
        }
      }
    }
  }

  private static String body(Fetching web, String path) throws InterruptedException {
    return body(web.fetcher, web.url(path));
  }

  private static String body(OkHttpFetcher fetcher, CrawlUrl url) throws InterruptedException {
    return ((Fetched) fetcher.fetch(FetchRequest.of(url))).body().decode(UTF_8);
  }

  private static String get(OkHttpClient client, CrawlUrl url) throws IOException {
    Request request = new Request.Builder().url(url.toString()).build();
    try (Response response = client.newCall(request).execute()) {
      return response.body().string();
    }
  }

  private static final class Jar implements CookieJar {

    private final List<Cookie> cookies = new CopyOnWriteArrayList<>();

    @Override
    public void saveFromResponse(HttpUrl url, List<Cookie> received) {
      cookies.addAll(received);
    }

    @Override
    public List<Cookie> loadForRequest(HttpUrl url) {
      return cookies.stream().filter(cookie -> cookie.matches(url)).toList();
    }
  }

  private static final class Echo extends Dispatcher {

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      return html(request.getTarget()).build();
    }
  }
}
