package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import java.util.HashMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KnownUrlsTest {

  @Test
  void agreesWithAHashMap() {
    var random = new SplittableRandom(42);
    var known = new KnownUrls();
    var reference = new HashMap<Fingerprint, Integer>();

    for (int i = 0; i < 200_000; i++) {
      var url = new Fingerprint(random.nextLong(5_000), random.nextLong(20));
      assertThat(known.find(url)).isEqualTo(reference.getOrDefault(url, KnownUrls.UNKNOWN));
      if (!reference.containsKey(url)) {
        assertThat(known.add(url)).isEqualTo(reference.size());
        reference.put(url, reference.size());
      }
    }
    assertThat(known.size()).isEqualTo(reference.size()).isGreaterThan(60_000);
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
}
