package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long commits wait for the states that are saved with them. */
class StoredStatesTest {

  private static final Duration USUAL = Duration.ofSeconds(1);

  @Test
  void smallStatesAreSavedWithEachGroup() {
    assertThat(StoredStates.nanosToNextCommit(256 << 10, 256 << 10, USUAL)).isZero();
  }

  @Test
  void ofLargeStatesEightMegabytesASecondAreSaved() {
    assertThat(StoredStates.nanosToNextCommit(4 << 20, 4 << 20, USUAL))
        .isCloseTo(500_000_000L, near());
    assertThat(StoredStates.nanosToNextCommit(4 << 20, 1 << 20, USUAL))
        .isCloseTo(500_000_000L, near());
    assertThat(StoredStates.nanosToNextCommit(32 << 20, 32 << 20, USUAL))
        .isCloseTo(4_000_000_000L, near());
  }

  @Test
  void whatStayedAsItWasLetsAGroupLastNoLongerThanUsual() {
    assertThat(StoredStates.nanosToNextCommit(32 << 20, 30 << 10, USUAL))
        .isEqualTo(USUAL.toNanos());
    assertThat(StoredStates.nanosToNextCommit(32 << 20, 16 << 20, USUAL))
        .isCloseTo(2_000_000_000L, near());
  }

  private static org.assertj.core.data.Percentage near() {
    return org.assertj.core.data.Percentage.withPercentage(1);
  }
}
