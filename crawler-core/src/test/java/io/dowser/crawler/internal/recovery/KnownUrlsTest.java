package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class KnownUrlsTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");
  private static final int LOOKUPS = EXHAUSTIVE ? 5_000_000 : 200_000;
  private static final int URLS = EXHAUSTIVE ? 10_000_000 : 1_500_000;

  @TempDir Path directory;

  @Test
  void agreesWithAHashMapInTheHeap() {
    agreesWithAHashMap(new KnownUrls());
  }

  @Test
  void agreesWithAHashMapInAFile() {
    try (MappedChunks chunks = MappedChunks.in(directory)) {
      agreesWithAHashMap(new KnownUrls(chunks, chunks));
    }
  }

  /** Four share each first half, so that many are found again and many want one slot. */
  private static void agreesWithAHashMap(KnownUrls known) {
    var random = new SplittableRandom(42);
    long[] halves = random.longs(LOOKUPS / 8).toArray();
    var reference = new HashMap<Fingerprint, Integer>();

    for (int i = 0; i < LOOKUPS; i++) {
      var url = new Fingerprint(halves[random.nextInt(halves.length)], random.nextLong(4));
      int expected = reference.getOrDefault(url, KnownUrls.UNKNOWN);
      if (known.find(url) != expected) { // an assertion object for each is slow
        assertThat(known.find(url)).as("look-up %d, seed 42", i).isEqualTo(expected);
      }
      if (expected == KnownUrls.UNKNOWN) {
        int number = known.add(url);
        if (number != reference.size()) {
          assertThat(number).as("number of %d, seed 42", i).isEqualTo(reference.size());
        }
        reference.put(url, reference.size());
      }
    }
    assertThat(known.size()).isEqualTo(reference.size()).isGreaterThan(LOOKUPS / 3);
  }

  @Test
  void closedIsClosed() {
    var known = new KnownUrls();
    int a = known.add(Fingerprint.of(CrawlUrl.of("http://a.test/")));
    int b = known.add(Fingerprint.of(CrawlUrl.of("http://b.test/")));

    known.close(b);

    assertThat(known.isClosed(a)).isFalse();
    assertThat(known.isClosed(b)).isTrue();
  }

  /** What the whole of it takes, not counting garbage: at most 32 bytes a URL. */
  @Test
  void aKnownUrlTakesAtMost32Bytes() {
    var known = new KnownUrls();
    assertThat(heapBytes(known)).as("bytes for each URL").isBetween(16.0, 32.0);
    assertThat(known.heapBytes()).isEqualTo(32L * URLS);
  }

  @Test
  void aKnownUrlInAFileTakesNextToNoHeap() {
    try (MappedChunks chunks = MappedChunks.in(directory)) {
      var known = new KnownUrls(chunks, chunks);
      assertThat(heapBytes(known)).as("bytes for each URL").isLessThan(1);
      assertThat(known.heapBytes()).isEqualTo(URLS / 8);
    }
  }

  /** On Linux and macOS not even while it is open. */
  @Test
  void theFileIsGoneOnceTheSetIsClosed() {
    try (MappedChunks chunks = MappedChunks.in(directory)) {
      new KnownUrls(chunks, chunks).add("http://a.test/");
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void fingerprintsThatAreKeptAreTakenIfTheirSumAgrees() {
    Path file = directory.resolve("kept");
    int urls = 200_000;
    long sum;
    try (MappedChunks kept = MappedChunks.kept(file)) {
      var known = new KnownUrls(new Chunks(), kept);
      addAll(known, urls);
      sum = known.sum();
      known.add(new Fingerprint(urls, 1)); // was not committed
    }
    try (MappedChunks kept = MappedChunks.kept(file)) {
      var known = new KnownUrls(new Chunks(), kept);

      assertThat(known.restore(urls, sum)).isTrue();

      assertThat(known.size()).isEqualTo(urls);
      assertThat(known.sum()).isEqualTo(sum);
      assertThat(known.find(new Fingerprint(urls, 1))).isEqualTo(KnownUrls.UNKNOWN);
      assertThat(known.find(new Fingerprint(7, 1))).isEqualTo(7);
      assertThat(known.add(new Fingerprint(urls + 5, 1))).isEqualTo(urls);
    }
  }

  @Test
  void fingerprintsThatAreOthersAreNotTaken() throws IOException {
    Path file = directory.resolve("kept");
    long sum;
    try (MappedChunks kept = MappedChunks.kept(file)) {
      var known = new KnownUrls(new Chunks(), kept);
      addAll(known, 1_000);
      sum = known.sum();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[16 * 500] ^= 1;
    Files.write(file, bytes);
    for (int lost : new int[] {0, bytes.length}) {
      Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - lost));
      try (MappedChunks kept = MappedChunks.kept(file)) {
        var known = new KnownUrls(new Chunks(), kept);

        assertThat(known.restore(1_000, sum)).isFalse();

        assertThat(known.size()).isZero();
        addAll(known, 1_000);
        assertThat(known.sum()).isEqualTo(sum);
        assertThat(known.find(new Fingerprint(999, 1))).isEqualTo(999);
      }
    }
  }

  @Test
  void chunksThatComeBackAreUsedAgainAndHoldZeros() {
    try (MappedChunks chunks = MappedChunks.in(directory)) {
      ByteBuffer first = chunks.next();
      first.putLong(0, 42);
      chunks.release(first);
      for (int i = 0; i < 16; i++) {
        assertThat(chunks.next().getLong(0)).isZero();
      }
    }
  }

  /** The chunks end where the fourth for fingerprints is needed, or where the table grows. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void aUrlForWhichThereIsNoRoomIsNotKnownAndTheOthersStay(int chunks) {
    var full = new FullAfter(chunks);
    var known = new KnownUrls(full, full);
    assertThatThrownBy(() -> addAll(known, 200_000)).hasMessage("full");
    int size = known.size();
    assertThat(known.find(new Fingerprint(size, 1))).isEqualTo(KnownUrls.UNKNOWN);
    for (int i = 0; i < size; i++) {
      assertThat(known.find(new Fingerprint(i, 1))).isEqualTo(i);
    }
    full.left = 10;
    assertThat(known.add(new Fingerprint(size, 1))).isEqualTo(size);
  }

  private static void addAll(KnownUrls known, int urls) {
    for (int i = 0; i < urls; i++) {
      known.add(new Fingerprint(i, 1));
    }
  }

  /** A disk that becomes full. */
  private static final class FullAfter extends Chunks {

    private int left;

    FullAfter(int left) {
      this.left = left;
    }

    @Override
    ByteBuffer next() {
      if (left-- <= 0) {
        throw new CrawlException("full");
      }
      return super.next();
    }
  }

  @Test
  void whatAKilledProcessHasLeftIsDeleted() throws IOException {
    Files.write(directory.resolve("known-1.tmp"), new byte[10]);
    MappedChunks.in(directory).close();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsGoneIsNamed() {
    assertThatThrownBy(() -> MappedChunks.in(directory.resolve("gone")))
        .isInstanceOf(CrawlException.class)
        .hasMessageContainingAll("known URLs", "gone");
  }

  private static double heapBytes(KnownUrls known) {
    var random = new SplittableRandom(1);
    long before = usedMemory();
    for (int i = 0; i < URLS; i++) {
      known.close(known.add(new Fingerprint(random.nextLong(), random.nextLong())));
    }
    double bytes = (double) (usedMemory() - before) / URLS;
    assertThat(known.size()).isEqualTo(URLS);
    return bytes;
  }

  /** The least of some looks: other threads of the JVM make garbage in between. */
  private static long usedMemory() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
