package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.Fetcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every {@link Fetcher}, tested against a real web server on loopback: one call is
 * one request, bodies are bounded, what goes wrong on the web is a {@link FetchResult.Failed}, and
 * an interrupted thread gets an {@link InterruptedException}.
 *
 * <pre>{@code
 * class MyFetcherTest extends FetcherContract {
 *   @Override
 *   protected Fetcher fetcher() {
 *     return new MyFetcher(1_000_000);
 *   }
 *
 *   @Override
 *   protected int maxBodyBytes() {
 *     return 1_000_000;
 *   }
 * }
 * }</pre>
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
public abstract class FetcherContract {

  private static final byte[] PAGE = "<p>Grüße</p>".getBytes(StandardCharsets.UTF_8);
  private static final String HTML = "text/html; charset=utf-8";

  private TestServer server = new TestServer();
  private Fetcher fetcher = request -> FetchResult.Failed.of(request.url(), FailureReason.IO, "");

  /** Called by subclasses. */
  protected FetcherContract() {}

  /** {@return a new fetcher under test, which may connect to loopback addresses} */
  protected abstract Fetcher fetcher();

  /**
   * {@return the limit up to which the fetcher reads a body, in decoded bytes, at most 100 million}
   */
  protected abstract int maxBodyBytes();

  @BeforeEach
  void open() {
    fetcher = fetcher();
  }

  @AfterEach
  void close() {
    Thread.interrupted(); // a check that failed must not interrupt the next one
    fetcher.close();
    server.close();
  }

  @Test
  void aPageComesWithStatusHeadersAndAllBytes() throws Exception {
    CrawlUrl url = server.serve("/page", 200, PAGE, "Content-Type", HTML, "X-Tag", "a b");

    var fetched = fetched(url);

    assertThat(fetched.url()).isEqualTo(url);
    assertThat(fetched.status()).isEqualTo(200);
    assertThat(fetched.contentType()).isEqualTo(HTML);
    assertThat(fetched.headers().firstValue("x-tag")).contains("a b");
    assertThat(fetched.body().toArray()).isEqualTo(PAGE);
    assertThat(fetched.truncation()).isEqualTo(Truncation.NONE);
    assertThat(fetched.elapsed()).isPositive();
    assertThat(server.requests("/page")).isEqualTo(1);
  }

  @Test
  void theProductTokenIsOneThatRobotsTxtCanHave() {
    assertThat(fetcher.productToken()).matches("[A-Za-z_-]+");
  }

  @Test
  void anEmptyPageIsAPage() throws Exception {
    CrawlUrl url = server.serve("/empty", 200, new byte[0], "Content-Type", HTML);

    assertThat(fetched(url).body().size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 407, 408, 410, 421, 429, 500, 502, 503, 504})
  void anErrorStatusIsAFailureAfterOneRequest(int status) throws Exception {
    String path = "/status" + status;
    CrawlUrl url =
        server.serve(
            path, status, PAGE, "Retry-After", "0", "WWW-Authenticate", "Basic realm=\"x\"");

    var failed = failed(url);

    assertThat(failed.url()).isEqualTo(url);
    assertThat(failed.reason()).isEqualTo(FailureReason.HTTP_STATUS);
    assertThat(failed.status()).isEqualTo(status);
    assertThat(failed.headers().firstValue("Retry-After")).contains("0");
    assertThat(server.requests(path)).as("requests").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectIsReportedAndNotFollowed(int status) throws Exception {
    server.serve("/target", 200, PAGE, "Content-Type", HTML);
    CrawlUrl url = server.serve("/from" + status, status, new byte[0], "Location", "../target?a=b");

    FetchResult result = fetcher.fetch(FetchRequest.of(url));

    assertThat(result).isEqualTo(new FetchResult.Redirect(url, status, "../target?a=b"));
    assertThat(server.requests("/target")).as("requests for the target").isZero();
  }

  @Test
  void aRedirectWithoutTargetIsAFailure() throws Exception {
    CrawlUrl url = server.serve("/nowhere", 302, new byte[0]);

    assertThat(failed(url).reason()).isEqualTo(FailureReason.PROTOCOL);
  }

  @Test
  void conditionsAreSentAndAnUnchangedPageIsReported() throws Exception {
    var sent = new AtomicReference<List<String>>(List.of());
    CrawlUrl url =
        server.on(
            "/same",
            exchange -> {
              sent.set(
                  List.of(
                      exchange.getRequestHeaders().getFirst("If-None-Match"),
                      exchange.getRequestHeaders().getFirst("If-Modified-Since")));
              exchange.getResponseHeaders().set("ETag", "\"v2\"");
              exchange.sendResponseHeaders(304, -1);
            });
    String time = "Wed, 21 Oct 2015 07:28:00 GMT";

    FetchResult result =
        fetcher.fetch(new FetchRequest(url, Optional.of("\"v1\""), Optional.of(time)));

    assertThat(sent.get()).containsExactly("\"v1\"", time);
    var same = assertInstanceOf(FetchResult.NotModified.class, result);
    assertThat(same.url()).isEqualTo(url);
    assertThat(same.headers().firstValue("etag")).contains("\"v2\"");
  }

  @Test
  void aBodyOverTheLimitIsTruncatedThereAndSaysSo() throws Exception {
    byte[] body = new byte[maxBodyBytes() + 100_000];
    Arrays.fill(body, (byte) 'x');

    var fetched = fetched(server.serve("/big", 200, body, "Content-Type", HTML));

    assertThat(fetched.body().size()).isEqualTo(maxBodyBytes());
    assertThat(fetched.truncation()).isEqualTo(Truncation.BYTE_LIMIT);
  }

  @Test
  void aBodyAtTheLimitIsComplete() throws Exception {
    byte[] body = new byte[maxBodyBytes()];
    Arrays.fill(body, (byte) 'x');

    var fetched = fetched(server.serve("/full", 200, body, "Content-Type", HTML));

    assertThat(fetched.body().size()).isEqualTo(maxBodyBytes());
    assertThat(fetched.truncation()).isEqualTo(Truncation.NONE);
  }

  @Test
  void aCompressedBodyIsDecodedAndTheLimitIsOnDecodedBytes() throws Exception {
    var fetched = fetched(serveAsAccepted("/bomb", new byte[maxBodyBytes() + 1_000_000]));

    assertThat(fetched.body().size()).isEqualTo(maxBodyBytes());
    assertThat(fetched.truncation()).isEqualTo(Truncation.BYTE_LIMIT);
    assertThat(fetched.body().gzipped()).as("what came, of a body that is cut").isEmpty();
  }

  @Test
  void aBodyReportsHowItCameOrNothing() throws Exception {
    var fetched = fetched(serveAsAccepted("/compressed", PAGE));

    assertThat(fetched.body().toArray()).isEqualTo(PAGE);
    assertThat(fetched.body().gzipped())
        .isIn(Optional.empty(), Optional.of(ByteBuffer.wrap(gzip(PAGE))));
  }

  @Test
  void aBodyThatIsAbortedIsNotTakenForComplete() throws Exception {
    CrawlUrl url =
        server.on(
            "/broken",
            exchange -> {
              exchange.getResponseHeaders().add("Content-Type", HTML);
              exchange.sendResponseHeaders(200, 10_000);
              exchange.getResponseBody().write(PAGE);
              exchange.getResponseBody().flush();
            });

    FetchResult result = fetcher.fetch(FetchRequest.of(url));

    if (result instanceof FetchResult.Fetched fetched) {
      assertThat(fetched.truncation()).isEqualTo(Truncation.ABORTED);
    } else {
      assertThat(result).isInstanceOf(FetchResult.Failed.class);
    }
  }

  @Test
  void aConnectionClosedWithoutResponseIsAFailureAfterOneRequest() throws Exception {
    CrawlUrl url = server.on("/silent", exchange -> {});

    assertThat(failed(url).status()).isZero();
    assertThat(server.requests("/silent")).as("requests").isEqualTo(1);
  }

  @Test
  void aClosedPortIsRefused() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }

    var failed = failed(CrawlUrl.of("http://127.0.0.1:" + port + "/"));

    assertThat(failed.reason()).isEqualTo(FailureReason.REFUSED);
    assertThat(failed.detail()).isNotBlank();
  }

  @Test
  void anUnknownHostIsAFailure() throws Exception {
    assertThat(failed(CrawlUrl.of("http://no-such-host.invalid/")).status()).isZero();
  }

  @Test
  void anInterruptedThreadFetchesNothing() {
    CrawlUrl url = server.serve("/page", 200, PAGE, "Content-Type", HTML);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> fetcher.fetch(FetchRequest.of(url)))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void anInterruptEndsAFetchThatHangs() throws Exception {
    CrawlUrl url = server.hang("/hangs");
    var task = new FutureTask<>(() -> fetcher.fetch(FetchRequest.of(url)));
    var thread = new Thread(task, "testkit-fetch");
    thread.setDaemon(true);
    thread.start();
    assertThat(server.awaitHangingRequest()).as("the request arrived").isTrue();

    thread.interrupt();

    assertThatThrownBy(() -> task.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void manyThreadsAtOnceGetTheirOwnPages() throws Exception {
    List<CrawlUrl> urls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] body = ("page " + i).repeat(1 + 100 * i).getBytes(StandardCharsets.US_ASCII);
      urls.add(server.serve("/many" + i, 200, body, "Content-Type", HTML));
    }
    List<Body> alone = bodies(urls);

    assertThat(Together.call(() -> bodies(urls)))
        .allSatisfy(each -> assertThat(each).isEqualTo(alone));
  }

  private List<Body> bodies(List<CrawlUrl> urls) throws InterruptedException {
    List<Body> bodies = new ArrayList<>();
    for (CrawlUrl url : urls) {
      bodies.add(fetched(url).body());
    }
    return bodies;
  }

  /** Serves a body compressed to fetchers that accept it, and as it is to others. */
  private CrawlUrl serveAsAccepted(String path, byte[] body) {
    return server.on(
        path,
        exchange -> {
          String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
          boolean compressed = accepted != null && accepted.contains("gzip");
          exchange.getResponseHeaders().add("Content-Type", HTML);
          if (compressed) {
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
          }
          byte[] sent = compressed ? gzip(body) : body;
          exchange.sendResponseHeaders(200, sent.length);
          exchange.getResponseBody().write(sent);
        });
  }

  private FetchResult.Fetched fetched(CrawlUrl url) throws InterruptedException {
    return assertInstanceOf(FetchResult.Fetched.class, fetcher.fetch(FetchRequest.of(url)));
  }

  private FetchResult.Failed failed(CrawlUrl url) throws InterruptedException {
    return assertInstanceOf(FetchResult.Failed.class, fetcher.fetch(FetchRequest.of(url)));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }
}
