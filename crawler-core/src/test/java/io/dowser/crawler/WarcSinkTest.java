package io.dowser.crawler;

import static io.dowser.crawler.api.FetchResult.NO_HEADERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** The records of pages and redirects, one by one. */
class WarcSinkTest {

  private static final Candidate SEED = Candidate.seed(CrawlUrl.of("http://a.test/x?y=1"), 1);

  private static final Body PAGE = Body.of(bytes("body"));

  @TempDir Path directory;

  @Test
  void anEmptyPageAndOnesLargerThanAnyBufferAreWrittenByteForByte() throws IOException {
    var random = new Random(7);
    List<byte[]> bodies = new ArrayList<>();
    for (int size : new int[] {0, 1, 1 << 16, 300_000, 3_000_000, 10}) {
      byte[] body = new byte[size];
      random.nextBytes(body); // nothing that could be compressed
      bodies.add(body);
    }
    try (WarcSink sink = WarcSink.in(directory)) {
      for (byte[] body : bodies) {
        sink.page(visit(SEED, CrawlFixtures.fetched(SEED.url(), body, "image/png")));
      }
    }

    assertThat(records("response"))
        .extracting(record -> record.block().afterEmptyLine().sha1())
        .isEqualTo(bodies.stream().map(body -> new WarcByHand.Bytes(body).sha1()).toList());
  }

  @Test
  void headersThatAreNoLongerTrueAreLeftOutAndNoValueBreaksALine() throws IOException {
    HttpHeaders headers =
        HttpHeaders.of(
            Map.of(
                "Content-Encoding", List.of("gzip"),
                "transfer-encoding", List.of("chunked"),
                "CONTENT-LENGTH", List.of("7"),
                "x-evil", List.of("1\r\nSet-Cookie: b\r\n\r\nfake"),
                "via", List.of("one", "two")),
            (name, value) -> true);
    write(visit(SEED, fetched(headers, PAGE, Truncation.NONE)));

    assertThat(records("response"))
        .singleElement()
        .extracting(record -> record.block().text())
        .asString()
        .startsWith("HTTP/1.1 200 \r\n")
        .contains("via: one\r\n", "via: two\r\n", "x-evil: 1 Set-Cookie: b fake\r\n")
        .endsWith("Content-Length: 4\r\n\r\nbody")
        .doesNotContainIgnoringCase("content-encoding", "transfer-encoding", "content-length: 7");
  }

  @Test
  void aPageThatCameCompressedIsKeptAsItCame() throws Exception {
    byte[] page = new byte[30_000];
    new Random(7).nextBytes(page);
    byte[] sent = gzip(page);
    write(visit(SEED, fetched(NO_HEADERS, Body.gunzipped(page, sent), Truncation.NONE)));

    WarcByHand.WarcEntry response = records("response").get(0);
    WarcByHand.Bytes payload = response.block().afterEmptyLine();
    assertThat(response.block().text())
        .startsWith(
            "HTTP/1.1 200 \r\nContent-Encoding: gzip\r\nContent-Length: "
                + sent.length
                + "\r\n\r\n");
    assertThat(payload.sha1()).isEqualTo(new WarcByHand.Bytes(sent).sha1());
    assertThat(response.get("warc-payload-digest")).isEqualTo("sha1:" + payload.sha1());
    assertThat(Files.readAllBytes(file())).as("not compressed again").containsSequence(sent);
    try (var replay = ReplayFetcher.builder(directory).open()) {
      var replayed = (FetchResult.Fetched) replay.fetch(FetchRequest.of(SEED.url()));
      assertThat(replayed.body().toArray()).isEqualTo(page);
      assertThat(replayed.headers().map()).isEmpty();
    }
  }

  @Test
  void whatIsNotCompressedYetIsCompressed() throws IOException {
    byte[] page = "数据 ".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    byte[] sent = gzip(page);
    write(
        visit(SEED, fetched(NO_HEADERS, Body.of(page), Truncation.NONE)),
        visit(SEED, fetched(NO_HEADERS, Body.gunzipped(page, sent), Truncation.TIME_LIMIT)));

    assertThat(new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1))
        .doesNotContain(new String(Arrays.copyOf(page, 100), StandardCharsets.ISO_8859_1))
        .doesNotContain("WARC-Type");
    assertThat(records("response"))
        .extracting(record -> record.block().afterEmptyLine().sha1())
        .as("a cut page is kept decoded")
        .containsOnly(new WarcByHand.Bytes(page).sha1());
  }

  @ParameterizedTest
  @CsvSource({
    "NONE,",
    "BYTE_LIMIT,length",
    "RATIO_LIMIT,length",
    "TIME_LIMIT,time",
    "ABORTED,disconnect"
  })
  void whyABodyIsNotWholeIsNoted(Truncation truncation, String noted) throws IOException {
    write(visit(SEED, fetched(NO_HEADERS, PAGE, truncation)));

    assertThat(records("response").get(0).header().get("warc-truncated")).isEqualTo(noted);
  }

  @Test
  void metadataAreWhatTheCrawlKnowsAndASeedHasNoScore() throws IOException {
    Candidate linked = CrawlFixtures.candidate("http://a.test/b", 2, 0.25);
    write(visit(SEED, page(SEED)), visit(linked, page(linked)));

    List<String> seed =
        List.of(
            "fetchTimeMs: 12",
            "depth: 0",
            "visit: 1",
            "version: 1",
            "relevance: 0.75",
            "relevant: true");
    List<String> other = new ArrayList<>(seed);
    other.set(1, "depth: 1");
    other.add("score: 0.25");
    assertThat(records("metadata"))
        .extracting(record -> record.block().text().lines().toList())
        .containsExactly(seed, other);
  }

  @Test
  void requestAndMetadataBelongToTheResponse() throws IOException {
    write(visit(SEED, page(SEED)));

    String id = records("response").get(0).get("warc-record-id");
    for (String type : List.of("request", "metadata")) {
      assertThat(records(type).get(0).get("warc-concurrent-to")).isEqualTo(id);
      assertThat(records(type).get(0).get("warc-record-id")).isNotEqualTo(id);
    }
    assertThat(records("request").get(0).block().text())
        .isEqualTo("GET /x?y=1 HTTP/1.1\r\nHost: a.test\r\n\r\n");
  }

  @Test
  void aRedirectIsAResponseWithItsTargetAndARequest() throws IOException {
    try (WarcSink sink = WarcSink.in(directory)) {
      sink.redirect(new FetchResult.Redirect(SEED.url(), 301, "/new\r\nx: y"), CrawlFixtures.TIME);
    }

    assertThat(records("response").get(0).block().text())
        .isEqualTo("HTTP/1.1 301 \r\nLocation: /new x: y\r\nContent-Length: 0\r\n\r\n");
    assertThat(records("request").get(0).get("warc-concurrent-to"))
        .isEqualTo(records("response").get(0).get("warc-record-id"));
    assertThat(records("metadata")).isEmpty();
  }

  @Test
  void anotherReaderFindsTheSameRecords() throws IOException {
    write(visit(SEED, page(SEED)));

    List<String> types = new ArrayList<>();
    try (var reader = new WarcReader(file())) {
      for (WarcRecord record : reader) {
        types.add(record.type());
        if (record instanceof WarcResponse response) {
          assertThat(response.http().body().stream().readAllBytes()).asString().isEqualTo("body");
          assertThat(response.payloadDigest())
              .hasValueSatisfying(
                  contentHash ->
                      assertThat(contentHash.base32())
                          .isEqualTo(new WarcByHand.Bytes(bytes("body")).sha1()));
        }
      }
    }
    assertThat(types).containsExactly("warcinfo", "response", "request", "metadata");
  }

  @Test
  void whatAPageHoldsIsWrittenIfAskedFor() throws Exception {
    AnalyzedPage page =
        AnalyzedPage.builder(SEED)
            .title("潮汐\r\nrelevance: 1")
            .language("zh")
            .text("第一行 second line")
            .build()
            .withRelevance(0.75, true);
    try (PageSink sink = WarcSink.in(directory).withContent()) {
      sink.page(visit(SEED, page, page(SEED)));
    }

    assertThat(utf8(records("metadata").get(0)).lines())
        .contains("relevance: 0.75", "title: 潮汐 relevance: 1", "language: zh")
        .doesNotContain("relevance: 1");
    WarcByHand.WarcEntry text = records("conversion").get(0);
    assertThat(utf8(text)).isEqualTo("第一行 second line");
    assertThat(text.get("warc-refers-to"))
        .isEqualTo(records("response").get(0).get("warc-record-id"));
    assertThat(text.get("warc-target-uri")).isEqualTo(SEED.url().toString());
    try (var replay = ReplayFetcher.builder(directory).open()) {
      FetchResult replayed = replay.fetch(FetchRequest.of(SEED.url()));
      assertThat(replayed).isInstanceOf(FetchResult.Fetched.class);
    }
  }

  private void write(Visit... visits) throws IOException {
    try (WarcSink sink = WarcSink.in(directory)) {
      for (Visit visit : visits) {
        sink.page(visit);
      }
    }
  }

  private Path file() {
    return directory.resolve("dowser-00001.warc.gz");
  }

  private List<WarcByHand.WarcEntry> records(String type) throws IOException {
    assertThat(directory).isDirectoryContaining(file()::equals);
    return WarcByHand.read(file()).stream()
        .filter(record -> record.get("warc-type").equals(type))
        .toList();
  }

  private static String utf8(WarcByHand.WarcEntry record) {
    byte[] bytes = record.block().text().getBytes(StandardCharsets.ISO_8859_1);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static FetchResult.Fetched page(Candidate candidate) {
    return new FetchResult.Fetched(
        candidate.url(), 200, NO_HEADERS, PAGE, Truncation.NONE, Duration.ofMillis(12));
  }

  private static FetchResult.Fetched fetched(
      HttpHeaders headers, Body body, Truncation truncation) {
    return new FetchResult.Fetched(SEED.url(), 200, headers, body, truncation, Duration.ZERO);
  }

  private static Visit visit(Candidate candidate, FetchResult.Fetched fetched) {
    AnalyzedPage page = AnalyzedPage.builder(candidate).build();
    return visit(candidate, page.withRelevance(0.75, true), fetched);
  }

  private static Visit visit(Candidate candidate, AnalyzedPage page, FetchResult.Fetched fetched) {
    return new Visit(
        1, candidate, page, fetched, CrawlFixtures.TIME, Visit.OutLinks.of(), PathState.NONE);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
