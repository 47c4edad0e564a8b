package io.dowser.crawler.revisit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonPolicyTest {

  private static final Instant LATER = Pages.CHECKED.plus(Duration.ofDays(10));
  private final RevisitPolicy policy = RevisitPoliciesContractTest.policy("poisson", Map.of());

  @Test
  void intervalIsTheMinimum() {
    assertThat(policy.interval(Pages.unchecked(1))).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void gainIsTheDerivativeOfTheFreshness() {
    double rate = 0.3;
    double frequency = 0.25;
    double step = 1e-5;
    double slope = freshness(rate, frequency + step) - freshness(rate, frequency - step);

    assertThat(PoissonPolicy.gain(rate, 1 / frequency)).isCloseTo(slope / 2 / step, within(1e-8));
  }

  @Test
  void gainIsSmoothWhereTheSeriesBegins() {
    assertThat(PoissonPolicy.gain(1, 0.9999e-3) / 0.9999e-3 / 0.9999e-3)
        .isCloseTo(PoissonPolicy.gain(1, 1.0001e-3) / 1.0001e-3 / 1.0001e-3, within(1e-6));
  }

  @Test
  void pagesThatChangeFasterThanTheyCanBeCheckedAndPagesThatHardlyChangeComeLast() {
    RecheckHistory fast = Pages.regular(100, 100, Duration.ofHours(1));
    RecheckHistory weekly = Pages.regular(100, 63, Duration.ofDays(7));
    RecheckHistory never = Pages.regular(100, 0, Duration.ofDays(30));

    assertThat(policy.priority(weekly, LATER))
        .isGreaterThan(policy.priority(fast, LATER))
        .isGreaterThan(policy.priority(never, LATER));
  }

  @Test
  void priorityIsProportionalToTheRelevance() {
    assertThat(policy.priority(Pages.unchecked(0.25), LATER))
        .isCloseTo(policy.priority(Pages.unchecked(1), LATER) / 4, within(1e-9));
  }

  @Test
  void pageHasNoPriorityIfTheClockWentBack() {
    assertThat(policy.priority(Pages.unchecked(1), Pages.CHECKED.minusSeconds(9))).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void gainGrowsWithTheTimeAndIsAtMostTheTimeBetweenChanges(long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 1_000; i++) {
      double rate = Math.pow(10, random.nextDouble(-12, 2));
      double age = Math.pow(10, random.nextDouble(-3, 17));
      double gain = PoissonPolicy.gain(rate, age);

      assertThat(gain)
          .as("seed %d, rate %s, age %s", seed, rate, age)
          .isBetween(0.0, 1 / rate)
          .isLessThanOrEqualTo(PoissonPolicy.gain(rate, 2 * age) * (1 + 1e-9));
      assertThat(gain)
          .as("seed %d, rate %s, age %s", seed, rate, age)
          .isLessThanOrEqualTo(rate * age * age / 2 * (1 + 1e-9));
    }
  }

  @Test
  void priorDecidesAboutPagesWithoutChecks() {
    RevisitPolicy slow = RevisitPoliciesContractTest.policy("poisson", Map.of("prior", "P100D"));
    double gain = PoissonPolicy.gain(0.01 / 86_400, 10 * 86_400);

    assertThat(slow.priority(Pages.unchecked(1), LATER))
        .isCloseTo(gain, Percentage.withPercentage(1e-6));
  }

  /** Share of the time in which a page is fresh that is checked at a frequency. */
  private static double freshness(double rate, double frequency) {
    return -Math.expm1(-rate / frequency) * frequency / rate;
  }
}
