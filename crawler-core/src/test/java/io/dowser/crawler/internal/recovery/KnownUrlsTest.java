package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KnownUrlsTest {

  private static final int LOOKUPS = Boolean.getBoolean("dowser.exhaustive") ? 5_000_000 : 200_000;

  /** Four share each first half, so that many are found again and many want one slot. */
  @Test
  void agreesWithAHashMap() {
    var random = new SplittableRandom(42);
    long[] halves = random.longs(LOOKUPS / 8).toArray();
    var known = new KnownUrls();
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
    int urls = Boolean.getBoolean("dowser.exhaustive") ? 10_000_000 : 1_500_000;
    var random = new SplittableRandom(1);
    long before = usedMemory();
    var known = new KnownUrls();
    for (int i = 0; i < urls; i++) {
      known.close(known.add(new Fingerprint(random.nextLong(), random.nextLong())));
    }
    long bytes = usedMemory() - before;

    assertThat(known.size()).isEqualTo(urls);
    assertThat((double) bytes / urls).as("bytes for each of %d URLs", urls).isBetween(16.0, 32.0);
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
