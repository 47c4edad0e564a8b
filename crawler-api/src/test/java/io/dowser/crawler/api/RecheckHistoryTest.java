package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecheckHistoryTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.test/");
  private static final Instant VISITED = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void pageThatWasVisitedAloneHasNoChecks() {
    RecheckHistory page = RecheckHistory.of(URL, 0.7, true, VISITED);

    assertThat(page.checked()).isEqualTo(VISITED);
    assertThat(page.changed()).isEqualTo(VISITED);
    assertThat(page.rechecks()).isZero();
    assertThat(page.interval()).isZero();
  }

  @Test
  void usualPriorityIsTheRelevance() {
    RevisitPolicy policy = page -> Duration.ofDays(1);

    assertThat(policy.priority(RecheckHistory.of(URL, 0.7, true, VISITED), VISITED)).isEqualTo(0.7);
  }

  @Test
  void valuesOutOfTheirRangesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecheckHistory.of(URL, 1.1, true, VISITED))
        .withMessageContaining("relevance must be 0.0 to 1.0, but was 1.1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> checks(1, 2, Duration.ZERO, 0))
        .withMessage("changes must be 0 to 1, but was 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> checks(2, 1, Duration.ofSeconds(-1), 0))
        .withMessageContaining("changedTime must be 0 or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> checks(2, 1, Duration.ZERO, -1))
        .withMessageContaining("gone must be 0 or more");
  }

  private static RecheckHistory checks(long checks, long changes, Duration changedTime, int gone) {
    return new RecheckHistory(
        URL,
        0.5,
        true,
        VISITED,
        VISITED,
        VISITED,
        checks,
        changes,
        changedTime,
        Duration.ZERO,
        gone,
        Duration.ZERO);
  }
}
