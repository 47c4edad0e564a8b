package io.dowser.crawler.internal.traps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimHashTest {

  private static final String MIXED =
      "Write-Ahead Logging: \u00c9tat 2 \u6570\u636e\u5e93 checkpoint, then a WAL file; "
          .repeat(40);

  static SimHash of(String text, int chunk) {
    var hash = new SimHash();
    for (int from = 0; from < text.length(); from += chunk) {
      char[] added = text.substring(from, Math.min(text.length(), from + chunk)).toCharArray();
      hash.add(added, added.length);
    }
    hash.end();
    return hash;
  }

  /** Saved hashes are compared with later ones, so the value must stay what it is. */
  @ParameterizedTest(name = "{0} characters at once")
  @ValueSource(ints = {1, 2, 3, 7, 63, PageContentHash.CHUNK})
  void textHasOneHashHoweverItIsCutIntoChunks(int chunk) {
    SimHash hash = of(MIXED, chunk);

    assertThat(hash.value()).isEqualTo(0x647ce52e6b67190cL);
    assertThat(hash.shingles()).isEqualTo(518);
  }

  @ParameterizedTest(name = "{0} features")
  @ValueSource(ints = {0, 1, 2, 15, 16, 17, 32, 33, 1_000, 99_999})
  void eachBitIsTheMajorityAmongTheFeatures(int features) {
    var random = new SplittableRandom(features);
    var hash = new SimHash();
    int[] ones = new int[Long.SIZE];
    for (int i = 0; i < features; i++) {
      long half = random.nextLong();
      long feature = half | random.nextLong(); // three bits in four are set
      hash.count(i % 3 == 0 ? 0 : feature);
      for (int bit = 0; bit < Long.SIZE; bit++) {
        ones[bit] += i % 3 == 0 ? 0 : (int) (feature >>> bit & 1);
      }
    }
    long majority = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      majority |= 2 * ones[bit] > features ? 1L << bit : 0;
    }
    assertThat(hash.value()).isEqualTo(majority).isEqualTo(hash.value());
    assertThat(hash.shingles()).isEqualTo(features);
  }
}
