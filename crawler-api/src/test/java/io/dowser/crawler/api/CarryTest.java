package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CarryTest {

  @Test
  void holdsItsNumbersInOrder() {
    Carry carry = Carry.of(1, -0.5, Double.MAX_VALUE);

    assertThat(carry.size()).isEqualTo(3);
    assertThat(carry.get(1)).isEqualTo(-0.5);
    assertThat(carry.toArray()).containsExactly(1, -0.5, Double.MAX_VALUE);
    assertThat(carry.isEmpty()).isFalse();
  }

  @Test
  void doesNotChangeWithTheArraysThatItTookAndGave() {
    double[] values = {1, 2};
    Carry carry = Carry.of(values);
    values[0] = 9;
    carry.toArray()[1] = 9;

    assertThat(carry).isEqualTo(Carry.of(1, 2)).hasSameHashCodeAs(Carry.of(1, 2));
    assertThat(carry).isNotEqualTo(Carry.of(2, 1));
  }

  @Test
  void noNumbersAreNoCarry() {
    assertThat(Carry.of()).isSameAs(Carry.NONE);
    assertThat(Carry.NONE.isEmpty()).isTrue();
    assertThat(Carry.NONE).hasToString("Carry[]");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesNumbersThatAreNotFinite(double value) {
    assertThatThrownBy(() -> Carry.of(0, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values[1] must be finite, but was " + value);
  }

  @Test
  void holdsAsManyNumbersAsAllowedAndNoMore() {
    assertThat(Carry.of(new double[Carry.MAX_SIZE]).size()).isEqualTo(256);
    assertThatThrownBy(() -> Carry.of(new double[Carry.MAX_SIZE + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values must be at most 256 numbers, but were 257");
  }
}
