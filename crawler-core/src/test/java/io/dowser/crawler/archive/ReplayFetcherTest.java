package io.dowser.crawler.archive;

import static io.dowser.crawler.archive.Archives.fetch;
import static io.dowser.crawler.archive.Archives.page;
import static io.dowser.crawler.archive.Archives.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;

@Tag("slow")
class ReplayFetcherTest {

  private static final String[] CHINESE = {"http://a.test/zh", "<p>激光"};

  @TempDir Path directory;

  @Test
  void aFileWithoutAByteHasNoPagesAndDoesNoHarm() throws Exception {
    Archives.pages(directory.resolve("a.warc"), "http://a.test/1", "a");
    Files.createFile(directory.resolve("b.warc.gz"));

    try (var replay = ReplayFetcher.builder(directory).open();
        var none = ReplayFetcher.builder(directory.resolve("b.warc.gz")).open()) {
      assertThat(replay.pages()).isEqualTo(1);
      assertThat(none.pages()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz", "oddly-named"})
  void urlsAreCanonicalizedAndForeignOnesLeftOut(String name) throws Exception {
    Path file =
        Archives.pages(
            directory.resolve(name), "HTTP://A.test:80/x#part", "café", "ftp://a.test/", "no");

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(replay.pages()).isEqualTo(1);
      assertThat(text(page(replay, "http://a.test/x"))).isEqualTo("café");
      assertThat(page(replay, "http://a.test/x").contentType())
          .isEqualTo("text/html;charset=utf-8");
    }
  }

  @Test
  void statusMakesRedirectsAndFailures() throws Exception {
    Path file =
        Archives.warc(
            directory.resolve("a.warc"),
            new HttpResponse.Builder(302, "Found").addHeader("Location", "../b").build(),
            new HttpResponse.Builder(301, "Moved").build(),
            new HttpResponse.Builder(503, "Busy").build());

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(fetch(replay, "http://warc.test/0"))
          .isEqualTo(new FetchResult.Redirect(CrawlUrl.of("http://warc.test/0"), 302, "../b"));
      assertThat(fetch(replay, "http://warc.test/1")).isInstanceOf(FetchResult.Failed.class);
      assertThat(fetch(replay, "http://warc.test/2"))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> {
                assertThat(failed.status()).isEqualTo(503);
                assertThat(failed.retryable()).isTrue();
              });
    }
  }

  @Test
  void whatIsNotThereIsStatus404() throws Exception {
    Path file = Archives.pages(directory.resolve("a.warc"), CHINESE);

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(fetch(replay, "http://a.test/other"))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(FailureReason.HTTP_STATUS);
                assertThat(failed.status()).isEqualTo(404);
                assertThat(failed.retryable()).isFalse();
              });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void warcResponsesAreServedByUrl(String name) throws Exception {
    HttpResponse zipped =
        new HttpResponse.Builder(200, "OK")
            .addHeader("Content-Encoding", "gzip")
            .addHeader("ETag", "\"7\"")
            .body(MediaType.parse("text/html"), gzip("packed"))
            .build();
    HttpResponse moved =
        new HttpResponse.Builder(301, "Moved")
            .addHeader("Location", "/0")
            .body(MediaType.parse("text/html"), new byte[0])
            .build();
    Path file = Archives.warc(directory.resolve(name), Archives.html("one"), zipped, moved);

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(replay.pages()).isEqualTo(3);
      assertThat(text(page(replay, "http://warc.test/0"))).isEqualTo("one");
      assertThat(text(page(replay, "http://warc.test/1"))).isEqualTo("packed");
      assertThat(page(replay, "http://warc.test/1").headers().map())
          .doesNotContainKeys("Content-Encoding", "Content-Length");
      assertThat(page(replay, "http://warc.test/0").headers().firstValue("Content-Length"))
          .as("of a body without a coding")
          .hasValue("3");
      assertThat(fetch(replay, "http://warc.test/2")).isInstanceOf(FetchResult.Redirect.class);
      CrawlUrl tagged = CrawlUrl.of("http://warc.test/1");
      assertThat(replay.fetch(new FetchRequest(tagged, Optional.of("\"7\""), Optional.empty())))
          .isEqualTo(new FetchResult.NotModified(tagged));
    }
  }

  @ParameterizedTest(name = "{1} bytes missing in {0}")
  @CsvSource({"a.warc,1", "a.warc,8", "a.warc,9", "a.warc,9000", "a.warc.gz,1", "a.warc.gz,9000"})
  void aCompressedBodyThatIsAbortedIsWhatCanBeReadOfIt(String name, int missing) throws Exception {
    String text =
        new SplittableRandom(5).ints(5_000).mapToObj(Integer::toHexString).collect(joining());
    byte[] packed = gzip(text);
    Path file =
        Archives.warc(
            directory.resolve(name),
            coded("gzip", Arrays.copyOf(packed, packed.length - missing)),
            coded("gzip", new byte[] {0x1f, (byte) 0x8b, 7}));

    try (var replay = ReplayFetcher.builder(file).open()) {
      FetchResult.Fetched page = page(replay, "http://warc.test/0");
      assertThat(page.truncation()).isEqualTo(FetchResult.Truncation.ABORTED);
      assertThat(text).startsWith(text(page));
      assertThat(page.body().size()).isGreaterThan(20_000 - 3 * missing / 2);
      assertThat(fetch(replay, "http://warc.test/1"))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              nothing -> assertThat(nothing.reason()).isEqualTo(FailureReason.PROTOCOL));
    }
  }

  @Test
  @Timeout(20)
  void aDeflatedBodyIsDecodedAndMayBreakOffToo() throws Exception {
    byte[] text = "<p>deflated ".repeat(1_000).getBytes(UTF_8);
    var packed = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(packed, new Deflater(9, true))) {
      out.write(text);
    }
    byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() - 3);
    Path file =
        Archives.warc(
            directory.resolve("a.warc"),
            coded("deflate", packed.toByteArray()),
            coded("deflate", cut));

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(page(replay, "http://warc.test/0").body().toArray()).isEqualTo(text);
      FetchResult.Fetched part = page(replay, "http://warc.test/1");
      assertThat(part.truncation()).isEqualTo(FetchResult.Truncation.ABORTED);
      assertThat(new String(text, UTF_8)).startsWith(text(part));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a.warc,gzip",
    "a.warc.gz,gzip",
    "a.warc,x-gzip",
    "a.warc,deflate",
    "a.warc,br",
    "a.warc,'gzip, br'"
  })
  void aBodyThatIsStoredPlainBesideItsCodingIsServed(String name, String coding) throws Exception {
    String html = "<html><p>激光 laser</p></html>".repeat(100);
    Path file = Archives.warc(directory.resolve(name), coded(coding, html.getBytes(UTF_8)));

    try (var replay = ReplayFetcher.builder(file).open()) {
      FetchResult.Fetched page = page(replay, "http://warc.test/0");
      assertThat(text(page)).isEqualTo(html);
      assertThat(page.truncation()).isEqualTo(FetchResult.Truncation.NONE);
      assertThat(page.headers().firstValue("Content-Encoding")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"response", "resource", "revisit"})
  void aRecordWithoutTargetIsLeftOut(String type) throws Exception {
    Path file = directory.resolve("a.warc");
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    Files.writeString(
        file,
        record("response", "WARC-Target-URI: http://a.test/1\r\n", head + "one")
            + record(type, "", head + "lost")
            + record("response", "WARC-Target-URI: http://a.test/2\r\n", head + "two"));

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(replay.pages()).isEqualTo(2);
      assertThat(text(page(replay, "http://a.test/1"))).isEqualTo("one");
      assertThat(text(page(replay, "http://a.test/2"))).isEqualTo("two");
    }
  }

  private static String record(String type, String target, String block) {
    return "WARC/1.0\r\nWARC-Type: "
        + type
        + "\r\n"
        + target
        + "WARC-Date: 2012-01-01T00:00:00Z\r\n"
        + "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
        + "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n"
        + "Content-Type: application/http; msgtype=response\r\nContent-Length: "
        + block.length()
        + "\r\n\r\n"
        + block
        + "\r\n\r\n";
  }

  @Test
  void aPageThatMakesNoSenseCostsACrawlItselfAlone() throws Exception {
    HttpResponse[] pages = new HttpResponse[40];
    String links =
        IntStream.range(1, pages.length)
            .mapToObj(i -> "<a href='/" + i + "'>page</a>")
            .collect(joining());
    for (int i = 0; i < pages.length; i++) {
      boolean nonsense = i % 4 == 1;
      pages[i] =
          nonsense ? coded("gzip", "\0 no gzip".getBytes(UTF_8)) : Archives.html("laser " + links);
    }
    List<CrawlEvent> slowed = new ArrayList<>();
    try (var replay =
            ReplayFetcher.builder(Archives.warc(directory.resolve("a.warc"), pages)).open();
        Crawler crawler =
            Crawler.builder()
                .seed("http://warc.test/0")
                .topic(Topic.of("laser"))
                .fetcher(replay)
                .politeness(Politeness.builder().delay(Duration.ZERO).build())
                .listener(
                    event -> {
                      if (event instanceof CrawlEvent.HostSlowed) {
                        slowed.add(event);
                      }
                    })
                .build()) {
      assertThat(crawler.run().orThrow().statistics().visited()).isEqualTo(30);
    }
    assertThat(slowed).isEmpty();
  }

  private static HttpResponse coded(String coding, byte[] payload) throws IOException {
    return new HttpResponse.Builder(200, "OK")
        .addHeader("Content-Encoding", coding)
        .body(MediaType.parse("text/html"), payload)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void aTruncatedWarcFileServesWhatIsWhole(String name) throws Exception {
    Path file =
        Archives.warc(
            directory.resolve("whole-" + name), Archives.html("one"), Archives.html("two"));
    byte[] whole = Files.readAllBytes(file);
    Path cut = directory.resolve(name);

    for (int missing = 1; missing < whole.length / 3; missing += 7) {
      Files.write(cut, Arrays.copyOf(whole, whole.length - missing));
      try (var replay = ReplayFetcher.builder(cut).open()) {
        assertThat(text(page(replay, "http://warc.test/0")))
            .as("%d bytes missing", missing)
            .isEqualTo("one");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void anErrorOfALaterDayIsServedOnlyIfThereIsNothingElse(String name) throws Exception {
    Path file = directory.resolve(name);
    try (var writer = Archives.writer(file)) {
      int day = 1;
      for (int status : new int[] {200, 404, 500, 304}) {
        writer.write(Archives.record("http://a.test/page", day, status));
        writer.write(Archives.record("http://a.test/moves", day, status == 200 ? 301 : status));
        day++;
      }
      writer.write(Archives.record("http://a.test/gone", 1, 503));
      writer.write(Archives.record("http://a.test/gone", 2, 410));
    }

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(replay.pages()).isEqualTo(3);
      assertThat(text(page(replay, "http://a.test/page"))).isEqualTo("200 of day 1");
      assertThat(fetch(replay, "http://a.test/moves")).isInstanceOf(FetchResult.Redirect.class);
      assertThat(fetch(replay, "http://a.test/gone"))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class, failed -> assertThat(failed.status()).isEqualTo(410));
    }
  }

  @Test
  void aDirectoryIsAllArchivesInItAndTheFirstPageOfAUrlIsServed() throws Exception {
    Archives.pages(directory.resolve("2.warc.gz"), "http://a.test/", "2");
    Archives.pages(directory.resolve("1.warc"), "http://a.test/", "1");
    Archives.warc(directory.resolve("3.warc.gz"), Archives.html("three"));
    Files.writeString(directory.resolve("notes.txt"), "nothing");

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(replay.pages()).isEqualTo(2);
      assertThat(text(page(replay, "http://a.test/"))).isEqualTo("1");
      assertThat(text(page(replay, "http://warc.test/0"))).isEqualTo("three");
    }
  }

  @Test
  void anIndexIsUsedAgainAsLongAsItFits() throws Exception {
    Path file = Archives.pages(directory.resolve("a.warc.gz"), CHINESE);
    Path index = directory.resolve("index");
    ReplayFetcher.builder(file).indexDirectory(index).open().close();
    FileTime made = Files.getLastModifiedTime(index.resolve("pages.index"));
    Files.setLastModifiedTime(index.resolve("pages.index"), FileTime.fromMillis(1));

    try (var again = ReplayFetcher.builder(file).indexDirectory(index).open()) {
      assertThat(text(page(again, "http://a.test/zh"))).isEqualTo("<p>激光");
    }
    assertThat(Files.getLastModifiedTime(index.resolve("pages.index")).toMillis()).isEqualTo(1);

    Archives.pages(file, CHINESE[0], CHINESE[1], "http://a.test/b", "b");
    try (var changed = ReplayFetcher.builder(file).indexDirectory(index).open()) {
      assertThat(text(page(changed, "http://a.test/b"))).isEqualTo("b");
    }
    assertThat(Files.getLastModifiedTime(index.resolve("pages.index")))
        .isGreaterThanOrEqualTo(made);
  }

  @Test
  void whatIsNoArchiveIsRefusedByName() throws Exception {
    Path text = Files.writeString(directory.resolve("a.txt"), "hello");

    assertThatThrownBy(() -> ReplayFetcher.builder(text).open())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("a.txt is no WARC or ARC file");
    assertThatThrownBy(() -> ReplayFetcher.builder(directory.resolve("absent")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** 96 MB of zeros in a hundred kilobytes; one that is only large is served as it is. */
  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void bodyThatUnpacksWithoutEndIsTruncated(String name) throws Exception {
    var bomb = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bomb)) {
      for (int i = 0; i < 96; i++) {
        gzip.write(new byte[1_000_000]);
      }
    }
    HttpResponse zipped = coded("gzip", bomb.toByteArray());
    Path file = Archives.warc(directory.resolve(name), zipped, Archives.html("x".repeat(99_999)));

    try (var replay = ReplayFetcher.builder(file).open()) {
      FetchResult.Fetched cut = page(replay, "http://warc.test/0");
      assertThat(cut.body().size()).isEqualTo(WarcFile.MAX_BODY_BYTES);
      assertThat(cut.truncation()).isEqualTo(FetchResult.Truncation.BYTE_LIMIT);
      FetchResult.Fetched whole = page(replay, "http://warc.test/1");
      assertThat(whole.body().size()).isEqualTo(99_999);
      assertThat(whole.truncation()).isEqualTo(FetchResult.Truncation.NONE);
    }
  }

  @Test
  void faultsComeInTheShareAskedForAndAreTheSameForTheSameSeed() throws Exception {
    Path file = Archives.pages(directory.resolve("a.warc"), CHINESE);

    List<Boolean> first = faults(file, 5);

    assertThat(faults(file, 5)).isEqualTo(first);
    assertThat(faults(file, 6)).isNotEqualTo(first);
    // 1,000 draws with probability 0.2: 200, and 6 standard deviations are 76
    assertThat(first.stream().filter(fault -> fault).count()).isBetween(124L, 276L);
  }

  private static List<Boolean> faults(Path file, int seed) throws InterruptedException {
    List<Boolean> faults = new ArrayList<>();
    try (var replay = ReplayFetcher.builder(file).faults(0.2).seed(seed).open()) {
      for (int i = 0; i < 1_000; i++) {
        var failed = (FetchResult.Failed) fetchOrFail(replay, "http://a.test/" + i);
        faults.add(failed.detail().equals("simulated fault"));
        assertThat(failed.detail().equals("simulated fault")).isEqualTo(failed.retryable());
      }
    }
    return faults;
  }

  private static FetchResult fetchOrFail(ReplayFetcher replay, String url)
      throws InterruptedException {
    return fetch(replay, url);
  }

  @Test
  void aUrlThatFailedHasAnotherChance() throws Exception {
    Path file = Archives.pages(directory.resolve("a.warc"), CHINESE);

    try (var replay = ReplayFetcher.builder(file).faults(0.5).open()) {
      Stream<FetchResult> tries =
          IntStream.range(0, 200).mapToObj(i -> unchecked(replay, "http://a.test/zh"));
      assertThat(tries).hasAtLeastOneElementOfType(FetchResult.Fetched.class);
    }
  }

  private static FetchResult unchecked(ReplayFetcher replay, String url) {
    try {
      return fetch(replay, url);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void latencyTakesTimeAndEndsWithAnInterrupt() throws Exception {
    Path file = Archives.pages(directory.resolve("a.warc"), CHINESE);
    Duration latency = Duration.ofMillis(20);

    try (var slow = ReplayFetcher.builder(file).latency(latency, latency).open()) {
      assertThat(page(slow, "http://a.test/zh").elapsed()).isGreaterThanOrEqualTo(latency);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> fetch(slow, "http://a.test/zh"))
          .isInstanceOf(InterruptedException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void temporaryFilesAreGoneAfterClose(String name) throws Exception {
    Path file = Archives.pages(directory.resolve(name), CHINESE);

    var replay = ReplayFetcher.builder(file).open();
    replay.close();
    replay.close();

    assertThat(replay.indexPath()).doesNotExist();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be deleted there")
  void aKilledProcessLeavesNothingOfItsTemporaryIndex() throws Exception {
    Path file = Archives.pages(directory.resolve("a.warc.gz"), CHINESE);

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(replay.indexPath()).doesNotExist();
      assertThat(text(page(replay, "http://a.test/zh"))).isEqualTo("<p>激光");
    }
  }

  @Test
  void anIndexMayBeInTheDirectoryOfItsArchive() throws Exception {
    Archives.pages(directory.resolve("a.warc.gz"), CHINESE);
    Path own = Archives.pages(directory.resolve("0.warc"), "http://a.test/own", "own");
    byte[] before = Files.readAllBytes(own);

    for (int i = 0; i < 3; i++) {
      try (var replay = ReplayFetcher.builder(directory).indexDirectory(directory).open()) {
        assertThat(replay.pages()).isEqualTo(2);
        assertThat(text(page(replay, "http://a.test/own"))).isEqualTo("own");
      }
    }
    assertThat(own).hasBinaryContent(before);
    assertThat(files(directory)).hasSize(3); // two sources and the index
  }

  @Test
  void anIndexNeverMeetsTheTextOfAnotherArchive() throws Exception {
    Path index = directory.resolve("index");
    Path file = Archives.pages(directory.resolve("a.warc.gz"), CHINESE);
    ReplayFetcher.builder(file).indexDirectory(index).open().close();
    Path table = index.resolve("pages.index");
    byte[] first = Files.readAllBytes(table);
    FileTime time = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);

    Archives.pages(file, "http://a.test/other", "changed");
    ReplayFetcher.builder(file).indexDirectory(index).open().close();
    assertThat(files(index)).hasSize(1);
    // as if the process had died between the unpacking of an archive and the making of its index
    Files.write(table, first);
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);

    try (var replay = ReplayFetcher.builder(file).indexDirectory(index).open()) {
      assertThat(text(page(replay, "http://a.test/zh"))).isEqualTo("<p>激光");
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void aDamagedIndexIsAFailureThatNamesIt() throws Exception {
    Path index = directory.resolve("index");
    Path file = Archives.pages(directory.resolve("a.warc"), CHINESE);
    ReplayFetcher.builder(file).indexDirectory(index).open().close();
    Path table = index.resolve("pages.index");
    byte[] full = Files.readAllBytes(table);
    Arrays.fill(full, 8_192, full.length, (byte) 0x7f); // the table of pages
    Files.write(table, full);

    try (var replay = ReplayFetcher.builder(file).indexDirectory(index).open()) {
      assertThat(fetch(replay, "http://a.test/zh"))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> assertThat(failed.detail()).contains("pages.index is damaged: delete it"));
    }
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new java.io.ByteArrayOutputStream();
    try (var out = new java.util.zip.GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
