package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.random.RandomGenerator;

/**
 * A generator of 64-bit numbers whose whole state is one number, so that it can be saved; the
 * generators of the JDK do not expose theirs.
 *
 * <p>Source: G. L. Steele, D. Lea and C. H. Flood, <i>Fast splittable pseudorandom number
 * generators</i>, OOPSLA 2014, the generator SplitMix64. Not thread-safe.
 */
class SplitMix implements RandomGenerator, Resumable {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  SplitMix(long seed) {
    this.state = seed;
  }

  @Override
  public long nextLong() {
    state += GOLDEN_GAMMA;
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeLong(state);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    state = in.readLong();
  }
}
