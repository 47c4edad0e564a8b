package io.dowser.crawler.internal.recovery;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random numbers whose place in their sequence is known; not thread-safe. */
public final class CountedRandom implements RandomGenerator {

  private final long seed;
  private final RandomGenerator source;
  private long draws;

  CountedRandom(long seed) {
    this.seed = seed;
    this.source = new SplittableRandom(seed);
  }

  @Override
  public long nextLong() {
    draws++;
    return source.nextLong();
  }

  /** Returns what the sequence begins with. */
  long seed() {
    return seed;
  }

  /** How many numbers were drawn so far; every other method draws through {@link #nextLong}. */
  long draws() {
    return draws;
  }

  /** Continues to the place where this many numbers were drawn. */
  void skipTo(long place) {
    while (draws < place) {
      nextLong();
    }
  }
}
