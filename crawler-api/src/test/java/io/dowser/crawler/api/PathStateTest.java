package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathStateTest {

  @Test
  void holdsItsNumbersInOrder() {
    PathState pathState = PathState.of(1, -0.5, Double.MAX_VALUE);

    assertThat(pathState.size()).isEqualTo(3);
    assertThat(pathState.get(1)).isEqualTo(-0.5);
    assertThat(pathState.toArray()).containsExactly(1, -0.5, Double.MAX_VALUE);
    assertThat(pathState.isEmpty()).isFalse();
  }

  @Test
  void doesNotChangeWithTheArraysThatItTookAndGave() {
    double[] values = {1, 2};
    PathState pathState = PathState.of(values);
    values[0] = 9;
    pathState.toArray()[1] = 9;

    assertThat(pathState).isEqualTo(PathState.of(1, 2)).hasSameHashCodeAs(PathState.of(1, 2));
    assertThat(pathState).isNotEqualTo(PathState.of(2, 1));
  }

  @Test
  void noNumbersAreNoPathState() {
    assertThat(PathState.of()).isSameAs(PathState.NONE);
    assertThat(PathState.NONE.isEmpty()).isTrue();
    assertThat(PathState.NONE).hasToString("PathState[]");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesNumbersThatAreNotFinite(double value) {
    assertThatThrownBy(() -> PathState.of(0, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values[1] must be finite, but was " + value);
  }

  @Test
  void holdsAsManyNumbersAsAllowedAndNoMore() {
    assertThat(PathState.of(new double[PathState.MAX_SIZE]).size()).isEqualTo(256);
    assertThatThrownBy(() -> PathState.of(new double[PathState.MAX_SIZE + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values must be at most 256 numbers, but were 257");
  }
}
