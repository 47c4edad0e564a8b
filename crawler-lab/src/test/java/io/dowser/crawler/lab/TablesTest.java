package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TablesTest {

  @Test
  void differenceOfOneRunHasNeitherIntervalNorStar() {
    assertThat(Tables.signed(Estimate.of(0.25))).isEqualTo("+0.250");
  }

  @Test
  void differenceHasStarIfItsIntervalLeavesOutZero() {
    assertThat(Tables.signed(Estimate.of(0.25, 0.25))).isEqualTo("+0.250 ± 0.000 *");
    assertThat(Tables.signed(Estimate.of(-0.25, 0.5))).isEqualTo("+0.125 ± 4.765");
  }
}
