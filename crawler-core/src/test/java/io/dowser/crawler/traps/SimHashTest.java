package io.dowser.crawler.traps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimHashTest {

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
