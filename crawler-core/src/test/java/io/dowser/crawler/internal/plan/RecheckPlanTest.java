package io.dowser.crawler.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecheckPlanTest {

  private static RecheckPlan plan(long maxRequests, double newShare) {
    return new RecheckPlan(
        Optional.empty(),
        false,
        page -> Duration.ZERO,
        Instant.EPOCH,
        Optional.empty(),
        false,
        maxRequests,
        newShare,
        Optional.empty());
  }

  @Test
  void eachKindHasItsShareOfTheRequests() {
    RecheckPlan plan = plan(10, 0.2);

    assertThat(plan.rechecksLeft(5, 1, true)).isEqualTo(3);
    assertThat(plan.newPagesLeft(1)).isEqualTo(1);
    assertThat(plan.newPagesLeft(3)).isZero();
  }

  @Test
  void rechecksHaveAllRequestsIfNoNewPageIsAllowed() {
    assertThat(plan(10, 0.2).rechecksLeft(5, 1, false)).isEqualTo(4);
  }

  @Test
  void nextRequestsMakeUpForAShareThatWasMissed() {
    RecheckPlan plan = plan(Long.MAX_VALUE, 0.25);

    assertThat(plan.newPagesOf(8, 0, 0)).isEqualTo(2);
    assertThat(plan.newPagesOf(8, 8, 0)).isEqualTo(4);
    assertThat(plan.newPagesOf(8, 0, 8)).isZero();
    assertThat(plan.newPagesLeft(1_000)).isGreaterThan(1_000_000);
  }
}
