package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EstimateTest {

  @Test
  void halfWidthIsStudentsQuantileTimesTheStandardError() {
    Estimate estimate = Estimate.of(1, 2, 3); // deviation 1, so 4.303 / sqrt(3)

    assertThat(estimate.mean()).isEqualTo(2);
    assertThat(estimate.halfWidth()).isEqualTo(2.48414, within(1e-5));
    assertThat(estimate.low()).isEqualTo(2 - estimate.halfWidth());
  }

  @Test
  void oneValueHasNoInterval() {
    assertThat(Estimate.of(0.25)).isEqualTo(new Estimate(0.25, 0, 1));
  }

  @Test
  void valueThatIsMissingLeavesTheMeanOpen() {
    assertThat(Estimate.of(1, Double.NaN, 3).mean()).isNaN();
  }
}
