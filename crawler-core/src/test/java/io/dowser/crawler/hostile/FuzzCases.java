package io.dowser.crawler.hostile;

import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Runs a test on many random cases and names the seed of one that fails: a sample in an ordinary
 * build, 100,000 with the system property {@code dowser.exhaustive}.
 */
public final class FuzzCases {

  private static final int ALL = 100_000;
  private static final long FIRST_SEED = 20_261_127;

  /** A test of one case. */
  public interface Case {
    void run(SplittableRandom random) throws Exception;
  }

  private FuzzCases() {}

  /** Runs the cases one after the other. */
  public static void run(int sample, Case test) {
    seeds(sample).forEach(seed -> run(seed, test));
  }

  /** Returns the seeds of all cases. */
  public static LongStream seeds(int sample) {
    int cases = Boolean.getBoolean("dowser.exhaustive") ? ALL : sample;
    return LongStream.range(FIRST_SEED, FIRST_SEED + cases);
  }

  public static void run(long seed, Case test) {
    try {
      test.run(new SplittableRandom(seed));
    } catch (Exception | AssertionError | StackOverflowError e) {
      throw new AssertionError("the case with seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
