package io.dowser.crawler.shark;

import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The order kept by heaps is that of sorting everything before each fetch, and a restored frontier
 * continues in it. 1,000 crawls under {@code dowser.exhaustive}, otherwise some of them.
 */
class SharkFrontierReferenceTest {

  private static final int STEPS = 500;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("dowser.exhaustive") ? 1_000 : 30);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void urlsComeOutAsAfterAFullSortBeforeEachFetch(long seed) {
    new RandomSharkCrawl(seed, Duration.ZERO).run(STEPS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void urlsOfReadyHostsComeOutAsAfterAFullSortBeforeEachFetch(long seed) {
    new RandomSharkCrawl(seed, Duration.ofSeconds(1)).run(STEPS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aFrontierSavedAndRestoredAtAnyTimeContinuesAsIfNothingHadHappened(long seed)
      throws IOException {
    var random = new SplittableRandom(~seed);
    var crawl = new RandomSharkCrawl(seed, Duration.ofSeconds(seed % 2));
    for (int steps = 0; steps < STEPS; ) {
      int until = 1 + random.nextInt(80);
      crawl.run(until).saveAndRestore();
      steps += until;
    }
    crawl.run(STEPS / 4);
  }
}
