package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.gzip;
import static io.dowser.crawler.fetch.Fetching.html;
import static io.dowser.crawler.fetch.Fetching.status;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.Random;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies with the content coding gzip, whole and in chunks. */
class GzipBodyTest {

  private static final int LIMIT = 300_000;

  private Fetching web;

  @BeforeEach
  void open() throws Exception {
    web = new Fetching(Fetching.builder().maxBytes(LIMIT));
  }

  @AfterEach
  void close() {
    web.close();
  }

  private static MockResponse.Builder packed(Buffer body) {
    return html("").setHeader("Content-Encoding", "gzip").body(body);
  }

  private static byte[] noise(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 205, 200, 203})
  void anEmptyBodyThatIsSaidToBeCompressedIsAnEmptyPage(int status) throws Exception {
    var page = (Fetched) web.fetch(status(status).setHeader("Content-Encoding", "gzip"));

    assertThat(page.status()).isEqualTo(status);
    assertThat(page.body().size()).isZero();
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
    assertThat(page.headers().firstValue("Content-Encoding")).isEmpty();
  }

  @Test
  void aResponseWithoutContentThatIsSaidToBeCompressedIsAnEmptyPage() throws Exception {
    String head = "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n";
    try (var server = new RawServer(RawServer.responding(head));
        OkHttpFetcher fetcher = Fetching.builder().build()) {
      var page = (Fetched) fetcher.fetch(FetchRequest.of(server.url("/")));

      assertThat(page.status()).isEqualTo(204);
      assertThat(page.body().size()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"5,7", "0,7", "7,0", "100000,100000", "1,0", "0,0"})
  void aBodyOfTwoMembersIsReadWhole(int first, int second) throws Exception {
    Buffer body = gzip(noise(first));
    body.writeAll(gzip(noise(second)));

    var page = (Fetched) web.fetch(packed(body));

    var whole = new ByteArrayOutputStream();
    whole.write(noise(first));
    whole.write(noise(second));
    assertThat(page.body().toArray()).isEqualTo(whole.toByteArray());
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 512, 8_192, 65_536})
  void aBodyOfManyMembersIsReadWholeHoweverItComes(int chunk) throws Exception {
    var body = new Buffer();
    for (int i = 0; i < 40; i++) {
      body.writeAll(gzip((i + ",").getBytes(US_ASCII)));
    }

    var page =
        (Fetched)
            web.fetch(html("").setHeader("Content-Encoding", "gzip").chunkedBody(body, chunk));

    assertThat(page.body().decode(UTF_8)).startsWith("0,1,2,").endsWith(",38,39,");
    assertThat(page.body().gzipped()).as("some readers of archives know one member").isEmpty();
  }

  @Test
  void aBodyOfVeryManyEmptyMembersIsReadWhole() throws Exception {
    byte[] empty = gzip(new byte[0]).readByteArray();
    var body = new Buffer();
    for (int i = 0; i < 30_000; i++) {
      body.write(empty);
    }
    body.writeAll(gzip("a long story".getBytes(UTF_8)));

    var page = (Fetched) web.fetch(packed(body));

    assertThat(page.body().decode(UTF_8)).isEqualTo("a long story");
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
  }

  /** Empty members, and the name of one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8})
  void aCompressedBodyWithoutEndAndWithoutContentIsGivenUp(int flags) throws Exception {
    byte[] empty = gzip(new byte[0]).readByteArray();
    byte[] begin = empty.clone();
    begin[3] = (byte) flags;
    byte[] chunk = flags == 0 ? empty : "name".getBytes(US_ASCII);
    String head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
    try (var server =
            new RawServer(
                socket -> {
                  RawServer.readRequest(socket);
                  OutputStream out = new BufferedOutputStream(socket.getOutputStream());
                  out.write(head.getBytes(US_ASCII));
                  out.write(begin, 0, flags == 0 ? begin.length : 10);
                  while (true) { // until the client closes
                    out.write(chunk);
                  }
                });
        OkHttpFetcher fetcher = Fetching.builder().maxBytes(LIMIT).build()) {
      var failed = (Failed) fetcher.fetch(FetchRequest.of(server.url("/")));

      assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
      assertThat(failed.detail()).contains("more bytes compressed than it has");
    }
  }

  @Test
  void theLimitIsOnTheBytesOfAllMembers() throws Exception {
    Buffer body = gzip(noise(LIMIT - 10));
    body.writeAll(gzip(noise(1_000)));

    var page = (Fetched) web.fetch(packed(body));

    assertThat(page.body().size()).isEqualTo(LIMIT);
    assertThat(page.truncation()).isEqualTo(Truncation.BYTE_LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0", "\0\0\0\0\0\0\0\0\0\0\0\0", "<!-- served by x -->", "\u001f"})
  void whatFollowsTheLastMemberIsIgnored(String padding) throws Exception {
    Buffer body = gzip("a long story".getBytes(UTF_8));

    var page = (Fetched) web.fetch(packed(body.writeUtf8(padding)));

    assertThat(page.body().decode(UTF_8)).isEqualTo("a long story");
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
    assertThat(page.body().gzipped()).isEmpty();
  }

  @Test
  void aSecondMemberThatIsDamagedIsNotTakenForComplete() throws Exception {
    byte[] second = gzip(noise(1_000)).readByteArray();
    second[500] ^= 1;
    Buffer body = gzip("a long story".getBytes(UTF_8)).write(second);

    var page = (Fetched) web.fetch(packed(body));

    assertThat(page.body().decode(UTF_8)).startsWith("a long story");
    assertThat(page.truncation()).isEqualTo(Truncation.ABORTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 9, 15})
  void aBodyThatIsAbortedInASecondMemberIsNotTakenForComplete(int kept) throws Exception {
    byte[] sent = gzip("a long story".getBytes(UTF_8)).readByteArray();
    var body = new Buffer().write(sent).write(sent, 0, kept);
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: "
            + sent.length * 2
            + "\r\n\r\n";
    byte[] response = new Buffer().writeUtf8(head).write(body.snapshot()).readByteArray();
    try (var server = new RawServer(RawServer.responding(response));
        OkHttpFetcher fetcher = Fetching.builder().build()) {
      var page = (Fetched) fetcher.fetch(FetchRequest.of(server.url("/")));

      assertThat(page.body().decode(UTF_8)).startsWith("a long story");
      assertThat(page.truncation()).isEqualTo(Truncation.ABORTED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<p>plain</p>", "\u001f\u008b\u0007\0\0\0\0\0\0\0\3\0"})
  void aBodyThatIsNotCompressedAsItSaysFails(String body) throws Exception {
    var failed = (Failed) web.fetch(packed(new Buffer().writeString(body, ISO_8859_1)));

    assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
  }
}
