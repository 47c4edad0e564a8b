package io.dowser.crawler.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Randomness that two plugins can be made to share from one moment on. */
final class ReplaceableRandom implements RandomGenerator {

  private RandomGenerator random;

  ReplaceableRandom(long seed) {
    this.random = new SplittableRandom(seed);
  }

  void replace(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public long nextLong() {
    return random.nextLong();
  }
}
