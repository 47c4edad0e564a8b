package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolitenessTest {

  @Test
  void pagesOfOneHostAreAtLeastTheDelayApart() {
    var log = new EventLog();
    Duration delay = Duration.ofMillis(30);

    CrawlReport report =
        Crawls.of(Crawls.chain(6), "http://chain.test/0")
            .politeness(Politeness.builder().delay(delay).build())
            .means(Means.builder().workers(4).build())
            .listener(log)
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().elapsed()).isGreaterThanOrEqualTo(delay.multipliedBy(5));
    List<Instant> times =
        log.all(CrawlEvent.Visited.class).stream().map(event -> event.visit().time()).toList();
    assertThat(times).hasSize(6).isSorted();
  }

  @Test
  void crawlEndsWhateverTheClockDoesBetweenTwoLooks() {
    long[] now = {0};
    Crawler crawler =
        Crawls.of(Crawls.chain(20), "http://chain.test/0")
            .politeness(Politeness.builder().delay(Duration.ofMillis(1)).build())
            .build();

    CrawlReport report = crawler.run(() -> now[0] += 700_000);

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(20);
  }
}
