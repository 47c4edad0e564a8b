package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostScheduleTest {

  private final AtomicLong nanos = new AtomicLong(-1_000);
  private final CrawlUrl a = CrawlUrl.of("http://a.test/1");
  private final CrawlUrl otherPageOfA = CrawlUrl.of("http://a.test/2");
  private final CrawlUrl b = CrawlUrl.of("http://b.test/");

  @Test
  void hostRestsForTheDelayAfterItsRequestHasEnded() {
    HostSchedule schedule = schedule(Duration.ofSeconds(1), 1);
    schedule.begin(a);
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());

    assertThat(schedule.isReady(otherPageOfA)).isFalse();
    schedule.end(a);
    assertThat(schedule.isReady(otherPageOfA)).isFalse();
    assertThat(schedule.isReady(b)).isTrue();
    assertThat(schedule.nanosToNextRelease()).isEqualTo(1_000_000_000L);

    nanos.addAndGet(999_999_999L);
    assertThat(schedule.isReady(otherPageOfA)).isFalse();
    nanos.addAndGet(1);
    assertThat(schedule.isReady(otherPageOfA)).isTrue();
    assertThat(schedule.nanosToNextRelease()).as("released just now").isZero();
    assertThat(schedule.nanosToNextRelease()).isNull();
  }

  @Test
  void connectionsOfOneHostAreLimited() {
    HostSchedule schedule = schedule(Duration.ZERO, 2);

    schedule.begin(a);
    assertThat(schedule.isReady(otherPageOfA)).isTrue();
    schedule.begin(otherPageOfA);
    assertThat(schedule.isReady(a)).isFalse();
    schedule.end(a);
    assertThat(schedule.isReady(a)).isTrue();
  }

  @Test
  void hostsOfOneGroupShareTheirDelay() {
    var schedule = new HostSchedule(url -> "all", Duration.ofSeconds(1), 1, nanos::get);

    schedule.begin(a);
    schedule.end(a);

    assertThat(schedule.isReady(b)).isFalse();
  }

  @Test
  void endWithoutBeginIsRefused() {
    assertThatThrownBy(() -> schedule(Duration.ZERO, 1).end(a))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a.test");
  }

  private HostSchedule schedule(Duration delay, int connections) {
    return new HostSchedule(HostGrouping.FULL_HOST, delay, connections, nanos::get);
  }
}
