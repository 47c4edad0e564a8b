package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CrawlStatisticsTest {

  @Test
  void ratesOfACrawlInFlight() {
    CrawlStatistics statistics = statistics(10, 4, Duration.ofMillis(2_500));

    assertThat(statistics.harvestRate()).isEqualTo(0.4);
    assertThat(statistics.pagesPerSecond()).isEqualTo(4);
  }

  @Test
  void ratesAreZeroBeforeTheFirstPage() {
    CrawlStatistics statistics = statistics(0, 0, Duration.ZERO);

    assertThat(statistics.harvestRate()).isZero();
    assertThat(statistics.pagesPerSecond()).isZero();
  }

  @Test
  void speedOfAResumedCrawlIsThatOfItsLastRun() {
    CrawlStatistics statistics = resumed(211, 200);

    assertThat(statistics.pagesPerSecond()).isEqualTo(2.2);
    assertThat(resumed(200, 200).pagesPerSecond()).isZero();
  }

  @Test
  void checksCountForTheSpeedUnlessTheyFailed() {
    var checks = new CrawlStatistics.Rechecks(4, 3, 2, 1, 5, 7);

    assertThat(checks.made()).isEqualTo(10);
    assertThat(resumed(205, 200, checks).pagesPerSecond()).isEqualTo(3);
  }

  @Test
  void earlierRunsCannotHaveVisitedMoreThanAll() {
    assertThatThrownBy(() -> resumed(10, 11))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("visitedBefore must be 0 to 10, but was 11");
    assertThatThrownBy(() -> resumed(10, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static CrawlStatistics resumed(long visited, long visitedBefore) {
    return resumed(visited, visitedBefore, CrawlStatistics.Rechecks.NONE);
  }

  private static CrawlStatistics resumed(
      long visited, long visitedBefore, CrawlStatistics.Rechecks checks) {
    Duration elapsed = Duration.ofSeconds(5);
    return new CrawlStatistics(
        "tides",
        visited,
        0,
        0,
        0,
        0,
        0,
        visited,
        0,
        0,
        elapsed,
        0,
        Map.of(),
        0,
        CrawlStatistics.Stall.NONE,
        visitedBefore,
        0,
        checks,
        CrawlStatistics.Load.NONE);
  }

  private static CrawlStatistics statistics(long visited, long relevant, Duration elapsed) {
    return new CrawlStatistics(
        "tides",
        visited,
        relevant,
        0,
        0,
        0,
        0,
        visited,
        0,
        0,
        elapsed,
        0,
        Map.of(),
        0,
        CrawlStatistics.Stall.NONE,
        0,
        0,
        CrawlStatistics.Rechecks.NONE,
        CrawlStatistics.Load.NONE);
  }
}
