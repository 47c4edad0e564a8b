package io.dowser.crawler.archive;

import static io.dowser.crawler.archive.Archives.fetch;
import static io.dowser.crawler.archive.Archives.page;
import static io.dowser.crawler.archive.Archives.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.HttpResponse;

class DamagedArchiveTest {

  private static final int PAGES = 12;
  private static final long SEED = 20_260_801;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void damageCostsTheRecordsThatItIsInAlone(String name) throws Exception {
    byte[] whole = Files.readAllBytes(pages(name));
    Path file = directory.resolve(name);
    var random = new Random(SEED);
    int lost = 0;

    for (int round = 0; round < 60; round++) {
      byte[] damaged = whole.clone();
      int at = random.nextInt(1, whole.length - 6);
      for (int i = at; i < at + 6; i++) {
        damaged[i] ^= (byte) (1 + random.nextInt(255));
      }
      Files.write(file, damaged);
      int found = found(file);
      assertThat(found)
          .as("seed %d, round %d, byte %d", SEED, round, at)
          .isBetween(PAGES - 2, PAGES);
      lost += PAGES - found;
    }

    // uncompressed, pages have no sum; of a compressed one, the time in its head means nothing
    assertThat(lost).isGreaterThanOrEqualTo(name.endsWith("gz") ? 50 : 10);
  }

  @Test
  void recordWhoseChecksumAloneIsWrongIsLeftOut() throws Exception {
    Path file = pages("a.warc.gz");
    byte[] bytes = Files.readAllBytes(file);
    int second = 1;
    while (bytes[second] != 0x1f || bytes[second + 1] != (byte) 0x8b || bytes[second + 2] != 8) {
      second++;
    }
    bytes[second - 8] ^= 1; // of the checksum that ends the first record
    Files.write(file, bytes);

    assertThat(damage(file))
        .contains("a.warc.gz, one record is left out or truncated: the record at byte 0 is damaged")
        .contains("checksum");
    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(replay.pages()).isEqualTo(PAGES - 1);
      assertThat(text(page(replay, "http://warc.test/1"))).startsWith("<p>page 1");
    }
  }

  @Test
  void lengthOfARecordWhoseHeaderIsDamagedDoesNotHideThoseBehindIt() throws Exception {
    Path file = pages("a.warc");
    String whole = Files.readString(file, StandardCharsets.ISO_8859_1);
    int begin = whole.lastIndexOf("WARC/1.", whole.indexOf("http://warc.test/5\r\n"));
    String record = whole.substring(begin, whole.indexOf("WARC/1.", begin + 1));
    int head = record.indexOf("\r\n\r\n");
    int rest = whole.length() - begin - head - 4 - 4; // of the file, without its last line ends
    String damaged =
        record
                .substring(0, head)
                .replaceFirst("(?m)^WARC-Date:", "WARC Date\0:")
                .replaceFirst("Content-Length: [0-9]+", "Content-Length: " + (rest + 1))
            + record.substring(head);
    Files.writeString(
        file,
        whole.substring(0, begin) + damaged + whole.substring(begin + record.length()),
        StandardCharsets.ISO_8859_1);

    assertThat(found(file)).isEqualTo(PAGES - 1);
  }

  /** The optional fields of a header may be as long as they say (RFC 1952, section 2.3.1.2). */
  @Test
  void headerWithAWrongChecksumDoesNotHideTheMembersBehindIt() throws Exception {
    Path file = pages("a.warc.gz");
    byte[] bytes = Files.readAllBytes(file);
    byte[] member = {0x1f, (byte) 0x8b, 8, 1 << 1 | 1 << 2, 0, 0, 0, 0, 0, 0, 0, 0};
    int second = 1;
    while (bytes[second] != 0x1f || bytes[second + 1] != (byte) 0x8b || bytes[second + 2] != 8) {
      second++;
    }
    int extra = second + 10 - 2; // up to the deflated bytes of the second record, behind a sum
    member[10] = (byte) extra;
    member[11] = (byte) (extra >> Byte.SIZE);
    Files.write(file, member);
    Files.write(file, bytes, StandardOpenOption.APPEND);

    assertThat(found(file)).isEqualTo(PAGES);
  }

  @Test
  void fileOfWhichNoRecordCanBeReadIsRefused() throws Exception {
    Path file = Archives.warc(directory.resolve("a.warc.gz"), Archives.html("page"));
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 8] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> ReplayFetcher.builder(file).open())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("a.warc.gz is no WARC or ARC file: the record at byte 0 is damaged");
  }

  @ParameterizedTest
  @CsvSource({
    "'\r\n\r\n', ''",
    "'\r\n\r\n', '\r\n'",
    "'\r\n\r\n', '\r\n\r\n\r\n'",
    "'\r\n\r\n', '\n\n'",
    "Content-Length: 1, Content-Length: 2",
    "'Content-Length: 1([0-9])([0-9])', 'Content-Length: 1$10'",
    "'Content-Length: 1([0-9])', 'Content-Length: 9$1'"
  })
  void recordsBesideOneOfAnotherLengthAreServed(String right, String wrong) throws Exception {
    Path file = pages("a.warc");
    String whole = Files.readString(file, StandardCharsets.ISO_8859_1);
    int fifth = whole.indexOf("http://warc.test/5\r\n");
    int begin = whole.lastIndexOf("WARC/1.", fifth);
    int end = whole.indexOf("WARC/1.", fifth);
    String record = whole.substring(begin, end);
    String damaged =
        right.isBlank() ? record.stripTrailing() + wrong : record.replaceFirst(right, wrong);
    assertThat(damaged).isNotEqualTo(record);
    Files.writeString(
        file,
        whole.substring(0, begin) + damaged + whole.substring(end),
        StandardCharsets.ISO_8859_1);

    try (var replay = ReplayFetcher.builder(file).open()) {
      for (int i = 0; i < PAGES; i++) {
        FetchResult result = fetch(replay, "http://warc.test/" + i);
        assertThat(result).as("page %d", i).isInstanceOf(FetchResult.Fetched.class);
        assertThat(text((FetchResult.Fetched) result))
            .startsWith("<p>page " + (i == 5 ? "" : i + " "));
      }
    }
  }

  private static Path arc(Path file) throws IOException {
    return Archives.arc(
        file,
        "http://arc.test/0",
        "<p>one",
        "http://arc.test/1",
        "<p>two",
        "http://arc.test/2",
        "<p>three");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.arc", "a.arc.gz"})
  void arcFilesAreServed(String name) throws Exception {
    Path file = directory.resolve(name);
    arc(file);

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(replay.pages()).isEqualTo(3);
      assertThat(text(page(replay, "http://arc.test/0"))).isEqualTo("<p>one");
      assertThat(text(page(replay, "http://arc.test/2"))).isEqualTo("<p>three");
      assertThat(page(replay, "http://arc.test/1").headers().firstValue("content-type"))
          .hasValue("text/html");
    }
  }

  @Test
  void recordsBesideADamagedOneOfAnArcFileAreServed() throws Exception {
    Path file = arc(directory.resolve("a.arc"));
    String whole = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(
        file, whole.replace("<p>two", "<p>two and more"), StandardCharsets.ISO_8859_1);

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(text(page(replay, "http://arc.test/0"))).isEqualTo("<p>one");
      assertThat(text(page(replay, "http://arc.test/1"))).startsWith("<p>two");
      assertThat(text(page(replay, "http://arc.test/2"))).isEqualTo("<p>three");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void whereverAFileIsTruncatedTheRecordsBeforeAreServedAndNoHalfOne(String name) throws Exception {
    Path file = pages(name);
    byte[] whole = Files.readAllBytes(file);
    int before = PAGES;

    for (int size = whole.length - 1; size > whole.length / 2; size -= 11) {
      Files.write(file, Arrays.copyOf(whole, size));
      int pages = found(file);
      assertThat(pages).as("%d of %d bytes", size, whole.length).isBetween(before - 1, before);
      before = pages;
    }
    assertThat(before).isBetween(PAGES / 2 - 2, PAGES / 2 + 2);
    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(text(page(replay, "http://warc.test/" + (before - 1)))).startsWith("<p>page");
      assertThat(fetch(replay, "http://warc.test/" + before))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class, failed -> assertThat(failed.status()).isEqualTo(404));
    }
  }

  @Test
  void aGzipFileWhoseRecordsAreNotCompressedOneByOneIsRefused() throws Exception {
    byte[] plain = Files.readAllBytes(pages("plain.warc"));
    Path file = directory.resolve("whole.warc.gz");
    try (var out = new java.util.zip.GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(plain);
    }

    assertThatThrownBy(() -> ReplayFetcher.builder(file).open())
        .hasMessageContaining("whole.warc.gz, the record at byte 0 is damaged")
        .hasMessageContaining("it is not one record");
  }

  /** The file is one hole of 256 MiB, which takes no room on most disks. */
  @Test
  void aRecordThatIsTooLongIsAFailureThatNamesItAndTheLimit() throws Exception {
    Path file = pages("a.warc");
    long place = Files.size(file);
    try (var out = new RandomAccessFile(file.toFile(), "rw")) {
      out.seek(place);
      String header =
          "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://warc.test/large\r\n"
              + "Content-Type: text/html\r\nContent-Length: "
              + WarcFile.LONGEST_PAGE
              + "\r\n\r\n";
      out.write(header.getBytes(StandardCharsets.UTF_8));
      out.setLength(out.length() + WarcFile.LONGEST_PAGE);
      out.seek(out.length());
      out.write("\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    }

    try (var replay = ReplayFetcher.builder(file).open()) {
      assertThat(replay.pages()).isEqualTo(PAGES + 1);
      assertThat(text(page(replay, "http://warc.test/0"))).startsWith("<p>page");
      assertThat(fetch(replay, "http://warc.test/large"))
          .isInstanceOfSatisfying(
              FetchResult.Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
                assertThat(failed.retryable()).isFalse();
                assertThat(failed.detail())
                    .contains("a.warc, the record at byte " + place + " must have 268435456 bytes");
              });
    }
  }

  private static String damage(Path file) throws IOException {
    try (var warc = new WarcFile(file, true)) {
      return warc.scan((url, offset, length) -> {});
    }
  }

  private static int found(Path file) throws IOException {
    int[] pages = {0};
    try (var warc = new WarcFile(file, file.toString().endsWith("gz"))) {
      warc.scan((url, offset, length) -> pages[0]++);
    }
    return pages[0];
  }

  private Path pages(String name) throws IOException {
    return Archives.warc(
        directory.resolve(name),
        IntStream.range(0, PAGES)
            .mapToObj(i -> Archives.html("<p>page " + i + " " + "of text ".repeat(i)))
            .toArray(HttpResponse[]::new));
  }
}
