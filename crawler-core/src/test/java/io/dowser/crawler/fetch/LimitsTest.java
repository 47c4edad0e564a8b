package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.gzip;
import static io.dowser.crawler.fetch.Fetching.html;
import static io.dowser.crawler.fetch.Fetching.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okio.Buffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class LimitsTest {

  private static final Duration LONG = Duration.ofMinutes(10);

  private static OkHttpFetcher.Builder patient() {
    return Fetching.builder().readTimeout(LONG).totalTimeout(LONG);
  }

  @ParameterizedTest
  @CsvSource({"999,999,NONE", "1000,1000,NONE", "1001,1000,BYTE_LIMIT", "99999,1000,BYTE_LIMIT"})
  void aBodyIsCutAtTheByteLimit(int size, int kept, Truncation truncation) throws Exception {
    try (var web = new Fetching(Fetching.builder().maxBytes(1000))) {
      var page = (Fetched) web.fetch(html("x".repeat(size)));
      assertThat(page.body().decode(UTF_8)).isEqualTo("x".repeat(kept));
      assertThat(page.truncation()).isEqualTo(truncation);
    }
  }

  @Test
  void theByteLimitIsOneMebibyteUnlessSaidOtherwise() throws Exception {
    try (var web = new Fetching()) {
      var whole = (Fetched) web.fetch(html("x".repeat(1_048_576)));
      assertThat(whole.truncation()).isEqualTo(Truncation.NONE);
      var page = (Fetched) web.fetch(html("x".repeat(1_048_577)));
      assertThat(page.truncation()).isEqualTo(Truncation.BYTE_LIMIT);
      assertThat(page.body().size()).isEqualTo(1_048_576);
    }
  }

  @Test
  void theLimitCountsDecodedBytes() throws Exception {
    try (var web = new Fetching(Fetching.builder().maxBytes(1000))) {
      Buffer bomb = gzip(new byte[64 << 20]);
      assertThat(bomb.size()).isLessThan(100_000);
      var page = (Fetched) web.fetch(html("").setHeader("Content-Encoding", "gzip").body(bomb));
      assertThat(page.body().size()).isEqualTo(1000);
      assertThat(page.truncation()).isEqualTo(Truncation.BYTE_LIMIT);
    }
  }

  @ParameterizedTest
  @CsvSource({"200000,100000,BYTE_LIMIT", "900000,1000000,RATIO_LIMIT"})
  void aCompressedPageThatWasCutIsNotKeptAsItCame(int size, int limit, Truncation cut)
      throws Exception {
    try (var web = new Fetching(Fetching.builder().maxBytes(limit))) {
      Buffer packed = gzip(new byte[size]);
      assertThat(packed.size()).isLessThan(limit);
      var page = (Fetched) web.fetch(html("").setHeader("Content-Encoding", "gzip").body(packed));
      assertThat(page.truncation()).isEqualTo(cut);
      assertThat(page.body().gzipped()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"0,true", "-1,false"})
  void aPageThatCameInMoreBytesThanAPageMayHaveIsNotKeptAsItCame(int more, boolean kept)
      throws Exception {
    byte[] bytes = new byte[1000];
    new Random(3).nextBytes(bytes);
    Buffer packed = gzip(bytes);
    int limit = (int) packed.size() + more;
    assertThat(limit).as("the coding makes it longer").isGreaterThan(bytes.length);
    try (var web = new Fetching(Fetching.builder().maxBytes(limit))) {
      var page = (Fetched) web.fetch(html("").setHeader("Content-Encoding", "gzip").body(packed));
      assertThat(page.body().toArray()).isEqualTo(bytes);
      assertThat(page.truncation()).isEqualTo(Truncation.NONE);
      assertThat(page.body().gzipped().isPresent()).isEqualTo(kept);
    }
  }

  @Test
  void theFetcherWorksOnAfterACut() throws Exception {
    try (var web = new Fetching(Fetching.builder().maxBytes(1000))) {
      for (int i = 0; i < 3; i++) {
        web.fetch(html("x".repeat(100_000)));
        assertThat(((Fetched) web.fetch(html("ok"))).body().decode(UTF_8)).isEqualTo("ok");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5_000, 9_000})
  void aAbortedBodyIsWhatHadCome(int arrived) throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n";
    var page = fetchRaw(head + "x".repeat(arrived));
    assertThat(page.truncation()).isEqualTo(Truncation.ABORTED);
    assertThat(page.body().decode(UTF_8)).isEqualTo("x".repeat(arrived));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 10000", "Transfer-Encoding: chunked"})
  void aBodyThatIsAbortedBeforeItsFirstByteIsAFailureToTryAgain(String header) throws Exception {
    var failed = (Failed) fetchRawResponse("HTTP/1.1 200 OK\r\n" + header + "\r\n\r\n");
    assertThat(failed.reason()).isEqualTo(FailureReason.RESET);
    assertThat(failed.retryable()).isTrue();
    assertThat(failed.status()).isEqualTo(200);
    assertThat(failed.detail()).startsWith("no byte of the body came: ");
  }

  @Test
  void aBodyThatStallsBeforeItsFirstByteIsAFailureToTryAgain() throws Exception {
    var builder = Fetching.builder().readTimeout(Duration.ofSeconds(1)).totalTimeout(LONG);
    try (var web = new Fetching(builder)) {
      var failed = (Failed) web.fetch(html("late").bodyDelay(1, TimeUnit.HOURS));
      assertThat(failed.reason()).isEqualTo(FailureReason.TIMEOUT);
      assertThat(failed.retryable()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "9\r\nde", "no number\r\n"})
  void aBrokenChunkedBodyIsWhatHadCome(String rest) throws Exception {
    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n";
    var page = fetchRaw(head + rest);
    assertThat(page.truncation()).isEqualTo(Truncation.ABORTED);
    assertThat(page.body().decode(UTF_8)).isEqualTo(rest.startsWith("9") ? "abcde" : "abc");
  }

  @Test
  void aBodyWithoutLengthEndsWithItsConnection() throws Exception {
    var page = fetchRaw("HTTP/1.0 200 OK\r\n\r\nall of it");
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
    assertThat(page.body().decode(UTF_8)).isEqualTo("all of it");
  }

  @Test
  void aBrokenCompressedBodyIsWhatCouldBeDecoded() throws Exception {
    byte[] bytes = new byte[100_000];
    new Random(7).nextBytes(bytes);
    try (var web = new Fetching(patient())) {
      Buffer whole = gzip(bytes);
      var half = new Buffer();
      half.write(whole, whole.size() / 2);
      var page = (Fetched) web.fetch(html("").setHeader("Content-Encoding", "gzip").body(half));
      assertThat(page.truncation()).isEqualTo(Truncation.ABORTED);
      assertThat(page.body().size()).as("seed 7").isGreaterThan(30_000);
      assertThat(page.body().toArray()).isEqualTo(Arrays.copyOf(bytes, page.body().size()));
      assertThat(page.body().gzipped()).isEmpty();
    }
  }

  @Test
  void aBodyThatIsNotCompressedAlthoughItSaysSoIsAFailure() throws Exception {
    try (var web = new Fetching(patient())) {
      var failed = (Failed) web.fetch(html("plain text").setHeader("Content-Encoding", "gzip"));
      assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
      assertThat(failed.retryable()).isFalse();
    }
  }

  @Test
  void aDrippingBodyIsCutAtTheTotalTime() throws Exception {
    var builder = Fetching.builder().readTimeout(LONG).totalTimeout(Duration.ofSeconds(3));
    try (var web = new Fetching(builder)) {
      var page = (Fetched) web.fetch(html("x".repeat(100_000)).throttleBody(1, 10, MILLISECONDS));
      assertThat(page.truncation()).isEqualTo(Truncation.TIME_LIMIT);
      assertThat(page.body().size()).isLessThan(100_000);
      assertThat(page.body().decode(UTF_8)).matches("x*");
    }
  }

  @Test
  void aStallingBodyIsCutAtTheReadTime() throws Exception {
    var builder = Fetching.builder().readTimeout(Duration.ofSeconds(3)).totalTimeout(LONG);
    try (var web = new Fetching(builder)) {
      var response = html("x".repeat(2_000)).throttleBody(1_000, 1, TimeUnit.HOURS);
      var page = (Fetched) web.fetch(response);
      assertThat(page.truncation()).isEqualTo(Truncation.TIME_LIMIT);
      assertThat(page.body().decode(UTF_8)).isEqualTo("x".repeat(1_000));
    }
  }

  @Test
  void aServerThatNeverRespondsTimesOutAtTheReadTime() throws Exception {
    var builder = Fetching.builder().readTimeout(Duration.ofMillis(200)).totalTimeout(LONG);
    try (var web = new Fetching(builder)) {
      assertTimeout(web.fetch(stalling()));
    }
  }

  @Test
  void aServerThatNeverRespondsTimesOutAtTheTotalTime() throws Exception {
    var builder = Fetching.builder().readTimeout(LONG).totalTimeout(Duration.ofMillis(200));
    try (var web = new Fetching(builder)) {
      assertTimeout(web.fetch(stalling()));
    }
  }

  @Test
  void anInterruptedThreadLeavesAWaitForTheHeader() throws Exception {
    assertInterruptible(stalling());
  }

  @Test
  void anInterruptedThreadLeavesAWaitForTheBody() throws Exception {
    assertInterruptible(html("x".repeat(100_000)).throttleBody(10, 1, TimeUnit.HOURS));
  }

  @Test
  void anInterruptedThreadDoesNotFetch() throws Exception {
    try (var web = new Fetching()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(web::fetch).isInstanceOf(InterruptedException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      assertThat(web.server.getRequestCount()).isZero();
      assertThat(web.fetch(html("x"))).isInstanceOf(Fetched.class);
    }
  }

  /** The time allowed here is far below that of the fetcher, and far above what it needs. */
  private static void assertInterruptible(MockResponse.Builder response) throws Exception {
    try (var web = new Fetching(patient())) {
      FutureTask<FetchResult> task = new FutureTask<>(() -> web.fetch(response));
      var thread = new Thread(task, "fetching");
      thread.setDaemon(true);
      thread.start();
      web.server.takeRequest();
      thread.interrupt();
      assertThatThrownBy(() -> task.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(InterruptedException.class);
    }
  }

  private static Fetched fetchRaw(String response) throws Exception {
    return (Fetched) fetchRawResponse(response);
  }

  private static FetchResult fetchRawResponse(String response) throws Exception {
    try (var server = new RawServer(RawServer.responding(response));
        OkHttpFetcher fetcher = patient().build()) {
      return fetcher.fetch(FetchRequest.of(server.url("/")));
    }
  }

  private static MockResponse.Builder stalling() {
    return status(200).onResponseStart(SocketEffect.Stall.INSTANCE);
  }

  private static void assertTimeout(FetchResult result) {
    var failed = (Failed) result;
    assertThat(failed.reason()).isEqualTo(FailureReason.TIMEOUT);
    assertThat(failed.status()).isZero();
    assertThat(failed.retryable()).isTrue();
  }
}
