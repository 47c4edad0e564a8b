package io.dowser.crawler.revisit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.RecheckHistory;
import java.time.Duration;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeRateTest {

  private static final double DAY = 86_400;

  @ParameterizedTest
  @CsvSource({"1, 1", "10, 1", "10, 5", "10, 9", "10, 10", "1000, 3", "1000, 1000"})
  void regularChecksHaveTheEstimateOfChoAndGarciaMolina(int checks, int changes) {
    RecheckHistory page = Pages.regular(checks, changes, Duration.ofDays(3));
    double theirs = -Math.log((checks - changes + 0.5) / (checks + 0.5)) / (3 * DAY);

    assertThat(new ChangeRate(1, 0).of(page)).isCloseTo(theirs, Percentage.withPercentage(1e-9));
  }

  @Test
  void pageWithoutChecksHasThePrior() {
    assertThat(new ChangeRate(0.3, 2).of(Pages.unchecked(1))).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void pageWithoutChangesHasTheMeanOfTheGammaDistribution() {
    RecheckHistory page = Pages.regular(10, 0, Duration.ofDays(4));

    assertThat(new ChangeRate(2 / (20 * DAY), 2).of(page) * DAY)
        .isCloseTo(2.0 / (20 + 40), within(1e-12));
  }

  @Test
  void shortChecksWithoutAChangeSayLittle() {
    double prior = 1 / (10 * DAY);

    assertThat(new ChangeRate(prior, 1).of(Pages.regular(100, 0, Duration.ofMinutes(1))))
        .isCloseTo(prior, Percentage.withPercentage(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void irregularChecksLeadNearTheTrueRate(long seed) {
    var random = new SplittableRandom(seed);
    double rate = 0.2;
    double changed = 0;
    double unchanged = 0;
    int changes = 0;
    int checks = 2_000;
    for (int i = 0; i < checks; i++) {
      double days = random.nextDouble(1, 7);
      if (random.nextDouble() < -Math.expm1(-rate * days)) {
        changes++;
        changed += days;
      } else {
        unchanged += days;
      }
    }
    RecheckHistory page = Pages.checked(checks, changes, days(changed), days(unchanged));

    assertThat(new ChangeRate(1 / DAY, 1).of(page) * DAY)
        .as("seed %d", seed)
        .isCloseTo(rate, Percentage.withPercentage(10));
  }

  private static Duration days(double days) {
    return Duration.ofMillis(Math.round(days * 86_400_000));
  }
}
