package io.dowser.crawler.toolkit.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StochasticAcceptanceTest {

  private static final double[] WEIGHTS = {0.4, 0.3, 1.2, 0.1};
  private static final double[] SHARES = {0.2, 0.15, 0.6, 0.05};

  /** The tolerances are five standard errors: a wrong alarm is one in a million, and seeded. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {41, 42, 43})
  void drawsInProportionWithTheExpectedTries(long seed) {
    int draws = 200_000;
    int[] counts = new int[WEIGHTS.length];
    var roulette = new StochasticAcceptance(new SplittableRandom(seed));
    for (int i = 0; i < draws; i++) {
      counts[roulette.draw(WEIGHTS.length, index -> WEIGHTS[index], 1.2)]++;
    }

    for (int i = 0; i < counts.length; i++) {
      double error = Math.sqrt(SHARES[i] * (1 - SHARES[i]) / draws);
      assertThat((double) counts[i] / draws).isCloseTo(SHARES[i], within(5 * error));
    }
    // tries are geometric with mean m = 2.4 and variance m * (m - 1)
    double error = Math.sqrt(2.4 * 1.4 / draws);
    assertThat((double) roulette.tries() / draws).isCloseTo(2.4, within(5 * error));
  }

  @Test
  void indexOfWeightZeroIsNeverDrawn() {
    var roulette = new StochasticAcceptance(new SplittableRandom(1));
    for (int i = 0; i < 1_000; i++) {
      assertThat(roulette.draw(3, index -> index == 1 ? 2 : 0, 2)).isEqualTo(1);
    }
  }

  @Test
  void refusesWhatIsNoWheel() {
    var roulette = new StochasticAcceptance(new SplittableRandom(1));

    assertThatThrownBy(() -> roulette.draw(0, index -> 1, 1))
        .hasMessage("size must be 1 or more, but was 0");
    assertThatThrownBy(() -> roulette.draw(1, index -> 1, Double.NaN))
        .hasMessage("largest must be finite and above 0, but was NaN");
    assertThatThrownBy(() -> roulette.draw(1, index -> 0, 0))
        .hasMessage("largest must be finite and above 0, but was 0.0");
    assertThatThrownBy(() -> roulette.draw(1, index -> 3, 2))
        .hasMessage("weight of 0 must be 0 to 2.0, but was 3.0");
    assertThatThrownBy(() -> roulette.draw(1, index -> Double.NaN, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
