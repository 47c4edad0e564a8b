package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.NotModified;
import io.dowser.crawler.api.FetchResult.Redirect;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okio.Buffer;
import okio.GzipSink;
import okio.Okio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersAsResultsTest {

  private final MockWebServer server = new MockWebServer();

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aPageComesWithItsHeadersAndBytes() throws Exception {
    server.enqueue(
        new MockResponse.Builder()
            .addHeader("Content-Type", "text/html; charset=gbk")
            .body("hello")
            .build());
    Fetched fetched = fetched(OkHttpFetcher.builder());
    assertThat(fetched.status()).isEqualTo(200);
    assertThat(fetched.contentType()).isEqualTo("text/html; charset=gbk");
    assertThat(fetched.body().toArray()).asString().isEqualTo("hello");
    assertThat(fetched.truncation()).isEqualTo(Truncation.NONE);
    assertThat(fetched.elapsed()).isPositive();
  }

  @Test
  void anEmptyBodyIsAPage() throws Exception {
    server.enqueue(new MockResponse.Builder().code(204).build());
    Fetched fetched = fetched(OkHttpFetcher.builder());
    assertThat(fetched.status()).isEqualTo(204);
    assertThat(fetched.body().size()).isZero();
  }

  @ParameterizedTest(name = "{0} bytes, limit 1000")
  @CsvSource({"999, 999, NONE", "1000, 1000, NONE", "1001, 1000, BYTE_LIMIT"})
  void theLimitOfBytesIsExact(int size, int kept, Truncation truncation) throws Exception {
    server.enqueue(new MockResponse.Builder().body("x".repeat(size)).build());
    Fetched fetched = fetched(OkHttpFetcher.builder().maxBytes(1_000));
    assertThat(fetched.body().size()).isEqualTo(kept);
    assertThat(fetched.truncation()).isEqualTo(truncation);
  }

  @Test
  void theLimitOfBytesCountsDecodedBytes() throws Exception {
    var packed = new Buffer();
    try (var gzip = Okio.buffer(new GzipSink(packed))) {
      gzip.writeUtf8("x".repeat(5_000_000));
    }
    assertThat(packed.size()).isLessThan(10_000);
    server.enqueue(
        new MockResponse.Builder().addHeader("Content-Encoding", "gzip").body(packed).build());
    Fetched fetched = fetched(OkHttpFetcher.builder());
    assertThat(fetched.body().size()).isEqualTo(1_048_576);
    assertThat(fetched.truncation()).isEqualTo(Truncation.BYTE_LIMIT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "TEXT/HTML;charset=x",
        "application/xhtml+xml",
        "text/plain",
        "x",
        ""
      })
  void typesOfPagesAndUnknownOnesAreRead(String type) throws Exception {
    server.enqueue(new MockResponse.Builder().addHeader("Content-Type", type).body("x").build());
    assertThat(fetched(OkHttpFetcher.builder()).body().size()).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"image/png", "application/pdf", "application/zip", "application/json", "text/xml"})
  void otherTypesAreFailures(String type) throws Exception {
    server.enqueue(new MockResponse.Builder().addHeader("Content-Type", type).body("x").build());
    Failed failed = failed(OkHttpFetcher.builder());
    assertThat(failed.reason()).isEqualTo(FailureReason.CONTENT_TYPE);
    assertThat(failed.detail()).contains(type);
    assertThat(failed.retryable()).isFalse();
  }

  @Test
  void theCallerMayAcceptOtherTypes() throws Exception {
    server.enqueue(
        new MockResponse.Builder().addHeader("Content-Type", "text/xml").body("x").build());
    fetched(OkHttpFetcher.builder().acceptedTypes(List.of("text/xml")));
  }

  @Test
  void requestsIntroduceThemselvesAndCarryConditions() throws Exception {
    server.enqueue(new MockResponse.Builder().code(304).build());
    CrawlUrl url = CrawlUrl.of("http://localhost:" + server.getPort() + "/%7Ea?b={c}");
    var request =
        new FetchRequest(url, Optional.of("\"tag\""), Optional.of("Wed, 01 Jan 2025 00:00:00 GMT"));
    try (var fetcher = OkHttpFetcher.builder().build()) {
      assertThat(fetcher.fetch(request)).isEqualTo(new NotModified(url));
    }
    RecordedRequest seen = server.takeRequest();
    assertThat(seen.getTarget()).isEqualTo("/%7Ea?b={c}");
    assertThat(seen.getHeaders().get("User-Agent")).matches("Dowser/\\d.*");
    assertThat(seen.getHeaders().get("Accept")).contains("text/html");
    assertThat(seen.getHeaders().get("Accept-Language")).isNotBlank();
    assertThat(seen.getHeaders().get("If-None-Match")).isEqualTo("\"tag\"");
    assertThat(seen.getHeaders().get("If-Modified-Since"))
        .isEqualTo("Wed, 01 Jan 2025 00:00:00 GMT");
  }

  @Test
  void aLocationInRawUtf8StaysAsItIs() throws Exception {
    try (var raw = RawServer.saying("HTTP/1.1 301 Moved\r\nLocation: /中文?a b\r\n\r\n");
        var fetcher = OkHttpFetcher.builder().build()) {
      FetchRequest request = raw.request();
      assertThat(fetcher.fetch(request)).isEqualTo(new Redirect(request.url(), 301, "/中文?a b"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303, 304, 305, 307, 308, 399})
  void answersThatLeadNowhereAreFailuresOfTheProtocol(int status) throws Exception {
    server.enqueue(new MockResponse.Builder().code(status).build());
    assertThat(failed(OkHttpFetcher.builder()).reason()).isEqualTo(FailureReason.PROTOCOL);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "400, false", "403, false", "404, false", "408, true", "410, false", "425, true", "429, true",
    "451, false", "500, true", "501, false", "502, true", "503, true", "504, true", "505, false"
  })
  void errorStatusesSayWhetherToRetry(int status, boolean retryable) throws Exception {
    server.enqueue(new MockResponse.Builder().code(status).addHeader("X-A", "b").build());
    Failed failed = failed(OkHttpFetcher.builder());
    assertThat(failed.reason()).isEqualTo(FailureReason.HTTP_STATUS);
    assertThat(failed.status()).isEqualTo(status);
    assertThat(failed.retryable()).isEqualTo(retryable);
    assertThat(failed.headers().firstValue("x-a")).hasValue("b");
  }

  @Test
  void earlyHintsAreSkipped() throws Exception {
    try (var raw =
            RawServer.saying(
                "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
        var fetcher = OkHttpFetcher.builder().build()) {
      assertThat(fetcher.fetch(raw.request()))
          .isInstanceOfSatisfying(
              Fetched.class, fetched -> assertThat(fetched.body().size()).isOne());
    }
  }

  @Test
  void theClientOfTheCallerStaysOpen() throws Exception {
    var client = new OkHttpClient();
    server.enqueue(new MockResponse.Builder().body("x").build());
    fetched(OkHttpFetcher.builder().client(client));
    assertThat(client.connectionPool().idleConnectionCount()).isOne();
    assertThat(client.dispatcher().executorService().isShutdown()).isFalse();
  }

  private Fetched fetched(OkHttpFetcher.Builder builder) throws InterruptedException {
    FetchResult result = fetch(builder);
    assertThat(result).isInstanceOf(Fetched.class);
    return (Fetched) result;
  }

  private Failed failed(OkHttpFetcher.Builder builder) throws InterruptedException {
    FetchResult result = fetch(builder);
    assertThat(result).isInstanceOf(Failed.class);
    return (Failed) result;
  }

  private FetchResult fetch(OkHttpFetcher.Builder builder) throws InterruptedException {
    try (var fetcher = builder.build()) {
      return fetcher.fetch(
          FetchRequest.of(CrawlUrl.of("http://localhost:" + server.getPort() + "/")));
    }
  }
}
