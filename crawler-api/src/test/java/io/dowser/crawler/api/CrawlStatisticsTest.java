package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CrawlStatisticsTest {

  @Test
  void ratesOfACrawlUnderWay() {
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

  private static CrawlStatistics statistics(long visited, long relevant, Duration elapsed) {
    return new CrawlStatistics(visited, relevant, 0, 0, 0, 0, visited, 0, 0, elapsed);
  }
}
