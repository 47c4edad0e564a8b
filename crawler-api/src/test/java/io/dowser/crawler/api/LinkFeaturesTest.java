package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LinkFeaturesTest {

  @Test
  void holdsItsNumbersInOrder() {
    LinkFeatures features = LinkFeatures.of(3, Integer.MIN_VALUE, 3);

    assertThat(features.size()).isEqualTo(3);
    assertThat(features.get(1)).isEqualTo(Integer.MIN_VALUE);
    assertThat(features.toArray()).containsExactly(3, Integer.MIN_VALUE, 3);
  }

  @Test
  void doesNotChangeWithTheArraysThatItTookAndGave() {
    int[] values = {1, 2};
    LinkFeatures features = LinkFeatures.of(values);
    values[0] = 9;
    features.toArray()[1] = 9;

    assertThat(features)
        .isEqualTo(LinkFeatures.of(1, 2))
        .hasSameHashCodeAs(LinkFeatures.of(1, 2))
        .isNotEqualTo(LinkFeatures.of(1, 3))
        .hasToString("LinkFeatures[1, 2]");
  }

  @Test
  void noNumbersAreNoFeatures() {
    assertThat(LinkFeatures.of()).isSameAs(LinkFeatures.NONE);
    assertThat(LinkFeatures.NONE.size()).isZero();
  }

  @Test
  void holdsAsManyNumbersAsAllowedAndNoMore() {
    assertThat(LinkFeatures.of(new int[LinkFeatures.MAX_SIZE]).size()).isEqualTo(1_024);
    assertThatThrownBy(() -> LinkFeatures.of(new int[LinkFeatures.MAX_SIZE + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("features must be at most 1024 numbers, but were 1025");
  }
}
