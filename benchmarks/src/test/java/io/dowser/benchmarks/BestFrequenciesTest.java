package io.dowser.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BestFrequenciesTest {

  @Test
  void fivePagesHaveTheFrequenciesOfChoAndGarciaMolina() {
    double[] rates = {1, 2, 3, 4, 5};
    double[] weights = {1, 1, 1, 1, 1};

    assertThat(BestFrequencies.of(rates, weights, 5).frequencies())
        .containsExactly(new double[] {1.15, 1.36, 1.35, 1.14, 0.00}, within(0.005));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noOtherUseOfTheBudgetIsFresher(long seed) {
    var random = new SplittableRandom(seed);
    double[] rates = random.doubles(20, 0.01, 2).toArray();
    double[] weights = random.doubles(20).toArray();
    BestFrequencies best = BestFrequencies.of(rates, weights, 2);
    assertThat(Arrays.stream(best.frequencies()).sum()).isCloseTo(2, within(1e-9));
    for (int i = 0; i < 100; i++) {
      double[] moved = best.frequencies().clone();
      int from = random.nextInt(20);
      double taken = moved[from] * random.nextDouble();
      moved[from] -= taken;
      moved[random.nextInt(20)] += taken;

      assertThat(new BestFrequencies(rates, weights, moved).freshness())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(best.freshness() + 1e-12);
    }
  }
}
