package io.dowser.crawler.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FeatureTableTest {

  private final FeatureTable table = new FeatureTable();

  @Test
  void stepsOfAFeatureShrinkAsItsGradientsAddUp() {
    table.descend(5, -0.5);
    assertThat(table.weight(5)).isCloseTo(0.3, within(1e-5));

    table.descend(5, -0.5);
    assertThat(table.weight(5)).isCloseTo(0.3 + 0.3 / Math.sqrt(2), within(1e-4));

    assertThat(table.weight(6)).isZero();
  }

  @Test
  void meanOfAFeatureIsDrawnToThePrior() {
    assertThat(table.mean(5, 0.1, 2)).isCloseTo(0.1, within(1e-6));

    table.count(5, 1);
    table.count(5, 0.5);
    assertThat(table.mean(5, 0.1, 2)).isCloseTo((1.5 + 0.2) / 4, within(1e-6));
  }
}
