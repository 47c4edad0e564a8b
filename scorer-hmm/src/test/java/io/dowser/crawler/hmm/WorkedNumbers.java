package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;

/** Compares with the numbers of worked examples, which have six digits. */
final class WorkedNumbers {

  private WorkedNumbers() {}

  static void check(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, sixDigits(expected));
  }

  /** Half of the sixth digit, and a little for rounding; 0 for a number that is exactly 0. */
  static Offset<Double> sixDigits(double expected) {
    return within(
        expected == 0 ? 0 : 0.51 * Math.pow(10, Math.floor(Math.log10(Math.abs(expected))) - 5));
  }
}
