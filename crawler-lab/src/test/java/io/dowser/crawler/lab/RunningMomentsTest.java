package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningMomentsTest {

  private final RunningMoments moments = new RunningMoments();

  @Test
  void noNumbersAndOneNumberHaveNoDeviation() {
    assertThat(moments.mean()).isZero();
    assertThat(moments.deviation()).isZero();

    moments.add(-3.5);

    assertThat(moments.count()).isEqualTo(1);
    assertThat(moments.mean()).isEqualTo(-3.5);
    assertThat(moments.deviation()).isZero();
    assertThat(moments).hasToString("RunningMoments[1 values, mean -3.5, deviation 0.0]");
  }

  @Test
  void largeNumbersCloseTogetherKeepTheirDeviation() {
    for (double value : new double[] {4, 7, 13, 16}) {
      moments.add(1e9 + value);
    }

    assertThat(moments.mean()).isEqualTo(1e9 + 10);
    assertThat(moments.deviation()).isCloseTo(Math.sqrt(22.5), within(1e-9));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void agreesWithTwoPasses(long seed) {
    double[] values = new SplittableRandom(seed).doubles(1_000, -5, 20).toArray();
    Arrays.stream(values).forEach(moments::add);

    double mean = Arrays.stream(values).average().orElseThrow();
    double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / values.length;
    assertThat(moments.mean()).isCloseTo(mean, within(1e-12));
    assertThat(moments.deviation()).isCloseTo(Math.sqrt(variance), within(1e-12));
  }

  @Test
  void refusesWhatIsNoNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> moments.add(Double.NaN))
        .withMessage("a value must be finite, but was NaN");
    assertThatIllegalArgumentException().isThrownBy(() -> moments.add(Double.POSITIVE_INFINITY));
    assertThat(moments.count()).isZero();
  }
}
