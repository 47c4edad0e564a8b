package io.dowser.crawler.archive;

import static io.dowser.crawler.api.FetchResult.NO_HEADERS;
import static io.dowser.crawler.archive.Archives.fetch;
import static io.dowser.crawler.archive.Archives.page;
import static io.dowser.crawler.archive.Archives.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRevisit;

/** Checks of a recrawl that found a page unchanged, as records and in a replay. */
@Tag("slow")
class RevisitRecordTest {

  private static final String PAGE = "http://a.test/x";
  private static final CrawlUrl URL = CrawlUrl.of(PAGE);
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00.123456789Z");
  private static final Instant SECOND = FIRST.plusSeconds(60);
  private static final Instant THIRD = FIRST.plusSeconds(120);
  private static final HttpHeaders TAG =
      HttpHeaders.of(Map.of("ETag", List.of("\"1\"")), (name, value) -> true);

  @TempDir Path directory;

  @Test
  void notModifiedIsARevisitWithTheHeadersOfTheAnswer() throws IOException {
    write("a", notModified(SECOND, FIRST));

    List<WarcRecord> records = records("a");
    assertThat(records)
        .extracting(WarcRecord::type)
        .containsExactly("warcinfo", "revisit", "request");
    var revisit = (WarcRevisit) records.get(1);
    assertThat(revisit.profile()).isEqualTo(WarcRevisit.SERVER_NOT_MODIFIED_1_1);
    assertThat(revisit.refersToTargetURI().orElseThrow()).hasToString(PAGE);
    assertThat(revisit.refersToDate()).hasValue(Instant.parse("2026-01-01T00:00:00.123Z"));
    assertThat(revisit.date()).isEqualTo(Instant.parse("2026-01-01T00:01:00.123Z"));
    assertThat(revisit.payloadDigest()).isEmpty();
    assertThat(revisit.headers().first("Content-Length"))
        .hasValue("28"); // status line, ETag, empty line
    assertThat(records.get(2).headers().first("WARC-Concurrent-To"))
        .isEqualTo(revisit.headers().first("WARC-Record-ID"));
  }

  @Test
  void anEqualBodyIsARevisitWithTheDigestOfTheFirst() throws IOException {
    write("a", to -> to.page(visit("same", FIRST, 1)), equal("same", SECOND, FIRST));

    List<WarcRecord> records = records("a");
    var revisit = (WarcRevisit) records.get(4);
    assertThat(revisit.profile()).isEqualTo(WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1);
    assertThat(revisit.headers().first("WARC-Payload-Digest"))
        .isPresent()
        .isEqualTo(records.get(1).headers().first("WARC-Payload-Digest"));
    assertThat(revisit.refersToDate()).hasValue(records.get(1).date());
  }

  @Test
  void theLatestVersionIsServedInWhateverOrderTheFilesAre() throws Exception {
    write("b", to -> to.page(visit("old", FIRST, 1)));
    write("a", to -> to.page(visit("new", SECOND, 2)));

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(replay.pages()).isEqualTo(1);
      assertThat(text(page(replay, PAGE))).isEqualTo("new");
    }
  }

  @Test
  void aRevisitServesTheVersionThatItRepeatsFromAnotherFile() throws Exception {
    write("b", to -> to.page(visit("old", FIRST, 1)), to -> to.page(visit("new", SECOND, 2)));
    write("a", notModified(THIRD, FIRST));

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(text(page(replay, PAGE))).isEqualTo("old");
    }
  }

  @Test
  void aRevisitOfAPageThatIsMissingIsAFailure() throws Exception {
    write("a", to -> to.page(visit("new", SECOND, 2)), notModified(THIRD, FIRST));

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(fetch(replay, PAGE))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
                assertThat(failed.detail())
                    .isEqualTo(
                        "archive: the page is unchanged from http://a.test/x"
                            + " of 2026-01-01T00:00:00.123Z, which is missing");
              });
    }
  }

  @Test
  void aRevisitWithoutReferenceRepeatsTheLastVersionBeforeIt() throws Exception {
    write("a", to -> to.page(visit("old", FIRST, 1)), to -> to.page(visit("later", THIRD, 2)));
    Files.writeString(directory.resolve("b.warc"), plainRevisit("2026-01-01T00:09:00Z"));

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(text(page(replay, PAGE))).isEqualTo("later");
    }
  }

  private static String plainRevisit(String date) {
    return "WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Target-URI: "
        + PAGE
        + "\r\nWARC-Date: "
        + date
        + "\r\nWARC-Record-ID: <urn:uuid:16da6da0-bcdc-49c3-927e-57494593b943>\r\nWARC-Profile: "
        + WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_0
        + "\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
  }

  @Test
  void aRevisitThatAKillTruncatesAnywhereLeavesTheEarlierVersion() throws Exception {
    write("whole", to -> to.page(visit("old", FIRST, 1)));
    int kept = Files.readAllBytes(file("whole")).length;
    write("both", to -> to.page(visit("old", FIRST, 1)), notModified(SECOND, FIRST));
    byte[] both = Files.readAllBytes(file("both"));
    Path cut = Files.createDirectory(directory.resolve("cut")).resolve("cut.warc.gz");

    for (int length = kept; length <= both.length; length++) {
      Files.write(cut, Arrays.copyOf(both, length));
      try (var replay = ReplayFetcher.builder(cut).open()) {
        assertThat(text(page(replay, PAGE))).as("of %d bytes", length).isEqualTo("old");
      }
    }
  }

  @Test
  void otherAnswersAndWrongTimesAreRefused() {
    var redirect = new FetchResult.Redirect(URL, 301, "/y");
    assertThatThrownBy(() -> new PageSink.Unchanged(redirect, SECOND, FIRST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be NotModified or Fetched");
    var same = new FetchResult.NotModified(URL);
    assertThatThrownBy(() -> new PageSink.Unchanged(same, FIRST, SECOND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fetched must not be after time");
  }

  @Test
  void warcioAcceptsTheRecords() throws Exception {
    assumeTrue(run("-c", "import warcio") == 0, "Python's warcio is not installed");
    write(
        "a",
        to -> to.page(visit("same", FIRST, 1)),
        equal("same", SECOND, FIRST),
        notModified(THIRD, FIRST));

    assertThat(run("-m", "warcio.cli", "check", file("a").toString())).isZero();
    assertThat(run("-m", "warcio.cli", "index", file("a").toString())).isZero();
  }

  private static int run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // no Python
    }
  }

  /** What is written. */
  private interface Writing {

    void to(PageSink sink) throws IOException;
  }

  private static Writing notModified(Instant time, Instant repeated) {
    return to ->
        to.unchanged(new PageSink.Unchanged(new FetchResult.NotModified(URL, TAG), time, repeated));
  }

  private static Writing equal(String body, Instant time, Instant repeated) {
    return to -> to.unchanged(new PageSink.Unchanged(fetched(body), time, repeated));
  }

  private void write(String prefix, Writing... all) throws IOException {
    try (WarcSink sink = WarcSink.in(directory, prefix, 1 << 20)) {
      for (Writing writing : all) {
        writing.to(sink);
      }
    }
  }

  private Path file(String prefix) {
    return directory.resolve(prefix + "-00001.warc.gz");
  }

  private List<WarcRecord> records(String prefix) throws IOException {
    List<WarcRecord> records = new ArrayList<>();
    try (var reader = new WarcReader(file(prefix))) {
      reader.forEach(records::add);
    }
    return records;
  }

  private static Visit visit(String body, Instant time, int version) {
    Candidate seed = Candidate.seed(URL, 1);
    return new Visit(
        1,
        seed,
        AnalyzedPage.builder(seed).build(),
        fetched(body),
        time,
        Visit.OutLinks.of(),
        PathState.NONE,
        version);
  }

  private static FetchResult.Fetched fetched(String body) {
    return new FetchResult.Fetched(
        URL, 200, NO_HEADERS, Body.of(body.getBytes(UTF_8)), Truncation.NONE, Duration.ofMillis(1));
  }
}
