package io.dowser.crawler.revisit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AdaptivePolicyTest {

  private final RevisitPolicy policy = RevisitPoliciesContractTest.policy("adaptive", Map.of());

  @Test
  void pageWithoutChecksHasTheInitialInterval() {
    assertThat(policy.interval(Pages.unchecked(1))).isEqualTo(Duration.ofDays(1));
  }

  @Test
  void intervalGrowsWithoutAChangeAndShrinksWithOne() {
    Duration day = Duration.ofDays(1);

    assertThat(policy.interval(Pages.after(day, false, 0))).isEqualTo(Duration.ofMinutes(2016));
    assertThat(policy.interval(Pages.after(day, true, 0))).isEqualTo(Duration.ofMinutes(1152));
  }

  @Test
  void intervalStaysWithinItsBounds() {
    assertThat(policy.interval(Pages.after(Duration.ofMinutes(61), true, 0)))
        .isEqualTo(Duration.ofHours(1));
    assertThat(policy.interval(Pages.after(Duration.ofDays(364), false, 0)))
        .isEqualTo(Duration.ofDays(365));
  }

  @Test
  void intervalSettlesWhereSixChecksInTenShowAChange() {
    var random = new SplittableRandom(1);
    double interval = 1;
    int changes = 0;
    int checks = 20_000;
    for (int i = 0; i < checks; i++) { // a page that changes once in ten days
      boolean changed = random.nextDouble() < -Math.expm1(-interval / 10);
      changes += changed ? 1 : 0;
      Duration last = Duration.ofMillis(Math.round(interval * 86_400_000));
      interval = policy.interval(Pages.after(last, changed, 0)).toMillis() / 86_400_000.0;
    }

    assertThat((double) changes / checks).isCloseTo(0.6, within(0.01));
  }

  @Test
  void relevantAndOverduePagesGoFirst() {
    Duration day = Duration.ofDays(1);

    assertThat(policy.priority(Pages.after(day, true, 0), Pages.CHECKED.plus(day.multipliedBy(4))))
        .isCloseTo(0.5 * 4, within(1e-9));
  }
}
