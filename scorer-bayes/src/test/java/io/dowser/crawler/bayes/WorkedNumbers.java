package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The numbers of a worked example, which has six significant digits of each. */
final class WorkedNumbers {

  private WorkedNumbers() {}

  /** Holds if a number rounds to the one of the example. */
  static void assertSixDigits(double actual, double expected) {
    double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(expected))) - 5);
    assertThat(actual).isCloseTo(expected, within(0.501 * unit)); // some are halves, as 0.87 is
  }
}
