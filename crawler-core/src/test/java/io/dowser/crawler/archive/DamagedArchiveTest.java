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
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.HttpResponse;

class DamagedArchiveTest {

  private static final int PAGES = 12;
  private static final long SEED = 20_260_801;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void damageIsRefusedByNameAndPlaceHoweverSmallTheFile(String name) throws Exception {
    byte[] whole = Files.readAllBytes(pages(name));
    Path file = directory.resolve(name);
    var random = new Random(SEED);
    int refused = 0;

    for (int round = 0; round < 60; round++) {
      byte[] damaged = whole.clone();
      // before the last record: what is wrong there cannot be distinguished from a killed process
      int at = random.nextInt(1, whole.length / 4 * 3);
      for (int i = at; i < at + 6; i++) {
        damaged[i] ^= (byte) (1 + random.nextInt(255));
      }
      Files.write(file, damaged);
      try {
        assertThat(found(file))
            .as("seed %d, round %d, byte %d", SEED, round, at)
            .isBetween(name.endsWith("gz") ? PAGES : PAGES - 2, PAGES);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining(name);
        refused++;
      }
    }

    // uncompressed, pages have no sum, and the kinds of the records hit may turn into others
    assertThat(refused).isGreaterThanOrEqualTo(name.endsWith("gz") ? 55 : 10);
  }

  @Test
  void damageThatTheChecksumAloneShowsIsRefused() throws Exception {
    Path file = pages("a.warc.gz");
    byte[] bytes = Files.readAllBytes(file);
    int second = 1;
    while (bytes[second] != 0x1f || bytes[second + 1] != (byte) 0x8b || bytes[second + 2] != 8) {
      second++;
    }
    bytes[second - 8] ^= 1; // of the checksum that ends the first record
    Files.write(file, bytes);

    assertThatThrownBy(() -> ReplayFetcher.builder(file).open())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("a.warc.gz, the record at byte 0 is damaged");
  }

  @Test
  void damageNamesTheRecord() throws Exception {
    Path file = pages("a.warc.gz");
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length * 3 / 10, bytes.length * 3 / 10 + 6, (byte) 0);
    Files.write(file, bytes);

    assertThatThrownBy(() -> ReplayFetcher.builder(file).open())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("a.warc.gz, the record at byte")
        .hasMessageContaining("is damaged");
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
        .hasMessageContaining("not one record");
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

  private static int found(Path file) throws IOException {
    int[] pages = {0};
    try (var warc = new WarcFile(file)) {
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
