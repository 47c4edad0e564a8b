package io.dowser.crawler.internal.politeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.Crawls;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent.HostSlowed.Cause;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostScheduleTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final AtomicLong nanos = new AtomicLong(-1_000);
  private final AddressBook addresses = new AddressBook();
  private final CrawlUrl a = CrawlUrl.of("http://a.test/1");
  private final CrawlUrl otherPageOfA = CrawlUrl.of("http://a.test/2");
  private final CrawlUrl b = CrawlUrl.of("http://b.test/");

  @Test
  void hostIsDelayedAfterItsRequestHasEnded() {
    HostSchedule schedule = schedule(delay(SECOND).responseFactor(0));
    schedule.begin(a);
    pass(Duration.ofSeconds(5));

    assertThat(schedule.isReady(otherPageOfA)).isFalse();
    schedule.end(a, null, Duration.ZERO);
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
  void slowHostIsDelayedByAMultipleOfItsResponseTime() {
    HostSchedule schedule = schedule(delay(SECOND).responseFactor(3));

    visit(schedule, a, Duration.ofSeconds(4));

    assertThat(delayOf(schedule, a)).isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  void withoutDelayTheResponseTimeDoesNotCount() {
    HostSchedule schedule = schedule(delay(Duration.ZERO).responseFactor(3));

    visit(schedule, a, Duration.ofSeconds(4));

    assertThat(schedule.isReady(a)).isTrue();
  }

  @Test
  void crawlDelayCountsUpToTheLongestThatIsGranted() {
    HostSchedule schedule = schedule(delay(Duration.ZERO).maxCrawlDelay(Duration.ofSeconds(30)));

    schedule.begin(a);
    schedule.end(a, null, Duration.ofSeconds(20));
    assertThat(delayOf(schedule, a)).isEqualTo(Duration.ofSeconds(20));
    schedule.begin(b);
    schedule.end(b, null, Duration.ofDays(3));
    assertThat(delayOf(schedule, b)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void connectionsOfOneHostAreLimited() {
    HostSchedule schedule = schedule(delay(Duration.ZERO).connectionsPerHost(2));

    schedule.begin(a);
    assertThat(schedule.isReady(otherPageOfA)).isTrue();
    schedule.begin(otherPageOfA);
    assertThat(schedule.isReady(a)).isFalse();
    schedule.end(a, null, Duration.ZERO);
    assertThat(schedule.isReady(a)).isTrue();
  }

  @Test
  void hostsOfOneGroupShareTheirDelay() {
    HostSchedule schedule = schedule(delay(SECOND).hostGrouping(url -> "all"));

    visit(schedule, a, Duration.ZERO);

    assertThat(schedule.isReady(b)).isFalse();
  }

  @Test
  void hostsAtOneAddressShareTheirDelayIfAskedFor() {
    CrawlUrl elsewhere = CrawlUrl.of("http://c.test/");
    addresses.put(a, Optional.of("address 1"));
    addresses.put(b, Optional.of("address 1"));
    addresses.put(elsewhere, Optional.of("address 2"));
    HostSchedule schedule = schedule(delay(SECOND).perAddress(true));

    schedule.begin(a);
    assertThat(schedule.isReady(b)).isFalse();
    schedule.end(a, null, Duration.ZERO);

    assertThat(schedule.isReady(b)).isFalse();
    assertThat(schedule.isReady(elsewhere)).isTrue();
    pass(SECOND);
    assertThat(schedule.isReady(b)).isTrue();
  }

  @Test
  void eachFailureInARowDoublesTheRest() {
    HostSchedule schedule =
        schedule(
            delay(Duration.ZERO).backOff(SECOND, Duration.ofSeconds(5)).suspension(9, SECOND, 0));
    List<Duration> delays = new ArrayList<>();

    for (int i = 0; i < 5; i++) {
      visit(schedule, a, Duration.ZERO);
      assertThat(fail(schedule, a, null).cause()).isEqualTo(Cause.BACK_OFF);
      delays.add(delayOf(schedule, a));
      pass(Duration.ofSeconds(10));
    }

    long[] least = {1, 2, 4, 5, 5};
    for (int i = 0; i < least.length; i++) {
      assertThat(delays.get(i))
          .as("delay %d", i)
          .isBetween(Duration.ofSeconds(least[i]), Duration.ofMillis(1_500 * least[i]));
    }
    assertThat(delays.stream().map(Duration::toNanosPart).distinct().count())
        .as("there is chance in it")
        .isGreaterThan(3);
  }

  @Test
  void aResponseResetsTheFailures() {
    HostSchedule schedule = schedule(delay(Duration.ZERO).backOff(SECOND, Duration.ofDays(1)));

    fail(schedule, a, null);
    fail(schedule, a, null);
    schedule.succeeded(a);
    pass(Duration.ofSeconds(10));
    schedule.nanosToNextRelease();
    fail(schedule, a, null);

    assertThat(delayOf(schedule, a)).isLessThan(Duration.ofMillis(1_501));
  }

  @Test
  void hostThatKeepsFailingIsSuspendedAndThenGivenUp() {
    HostSchedule schedule =
        schedule(
            delay(Duration.ZERO).backOff(SECOND, SECOND).suspension(3, Duration.ofMinutes(1), 2));
    List<Cause> causes = new ArrayList<>();

    for (int i = 0; i < 5; i++) {
      causes.add(fail(schedule, a, null).cause());
    }

    assertThat(causes)
        .containsExactly(
            Cause.BACK_OFF, Cause.BACK_OFF, Cause.SUSPENDED, Cause.SUSPENDED, Cause.GIVEN_UP);
    assertThat(schedule.isGivenUp(otherPageOfA)).isTrue();
    assertThat(schedule.isGivenUp(b)).isFalse();
    assertThat(schedule.stall(0).givenUp()).isEqualTo(1);
  }

  @Test
  void suspendedHostIsLeftAloneAsLongAsItAsksFor() {
    HostSchedule schedule =
        schedule(
            delay(Duration.ZERO)
                .maxRetryAfter(Duration.ofMinutes(10))
                .suspension(1, Duration.ofMinutes(1), 2));

    assertThat(fail(schedule, a, Duration.ofHours(1)))
        .isEqualTo(
            new BackOff.Verdict(Cause.SUSPENDED, Duration.ofHours(1), Duration.ofMinutes(10)));
    assertThat(fail(schedule, a, SECOND).granted()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://a.test/", "http://a.test:8080/", "https://a.test:444/"})
  void originThatKeepsFailingIsGivenUpAloneAndDelaysItsHost(String dead) {
    HostSchedule schedule =
        schedule(
            delay(Duration.ZERO).backOff(SECOND, SECOND).suspension(3, Duration.ofMinutes(1), 1));
    CrawlUrl origin = CrawlUrl.of(dead);

    for (int i = 0; i < 3; i++) {
      schedule.succeeded(a);
      fail(schedule, origin, null);
    }
    assertThat(schedule.isReady(a)).as("politeness is by host").isFalse();
    pass(Duration.ofMinutes(2));
    fail(schedule, origin, null);

    assertThat(schedule.isGivenUp(origin)).isTrue();
    assertThat(schedule.isGivenUp(a)).isFalse();
    assertThat(schedule.isReady(a)).isTrue();
    assertThat(schedule.lastFailure(a)).isNull();
    assertThat(schedule.look(origin).givenUp()).isTrue();
    assertThat(schedule.look(a).givenUp()).isFalse();
  }

  @Test
  void hostIsLeftAloneAsLongAsItAsksForButNotLongerThanGranted() {
    HostSchedule schedule = schedule(delay(Duration.ZERO).maxRetryAfter(Duration.ofMinutes(10)));

    assertThat(fail(schedule, a, Duration.ofSeconds(90)))
        .isEqualTo(
            new BackOff.Verdict(Cause.RETRY_AFTER, Duration.ofSeconds(90), Duration.ofSeconds(90)));
    assertThat(delayOf(schedule, a)).isEqualTo(Duration.ofSeconds(90));
    fail(schedule, b, Duration.ofDays(36_500));
    assertThat(delayOf(schedule, b)).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void heldHostIsWithheldFromTheFrontierButNotFromSiteRequests() {
    HostSchedule schedule = schedule(delay(Duration.ZERO));

    schedule.hold(a);

    assertThat(schedule.isReady(otherPageOfA)).isFalse();
    assertThat(schedule.freeAt(a)).isLessThanOrEqualTo(schedule.now());
    schedule.release(a);
    assertThat(schedule.isReady(a)).isTrue();
  }

  @Test
  void stallCountsHostsByCause() {
    HostSchedule schedule =
        schedule(delay(SECOND).backOff(Duration.ofSeconds(9), Duration.ofSeconds(9)));
    visit(schedule, a, Duration.ZERO);
    visit(schedule, b, Duration.ZERO);
    fail(schedule, b, null);
    schedule.hold(CrawlUrl.of("http://c.test/"));

    assertThat(schedule.stall(7))
        .isEqualTo(new CrawlStatistics.Stall(1, 1, 1, 0, 0, 7, Optional.of(SECOND)));
    pass(Duration.ofMinutes(1));
    schedule.nanosToNextRelease();
    assertThat(schedule.stall(0))
        .isEqualTo(new CrawlStatistics.Stall(0, 1, 0, 0, 0, 0, Optional.empty()));
  }

  @Test
  void delaysAndFailuresSurviveARestart() throws IOException {
    Politeness.Builder rules =
        delay(Duration.ZERO)
            .backOff(Duration.ofSeconds(9), Duration.ofSeconds(9))
            .suspension(2, Duration.ofMinutes(1), 1);
    HostSchedule before = schedule(rules);
    fail(before, a, null);
    fail(before, b, null);
    fail(before, b, null);
    fail(before, b, null);
    pass(Duration.ofSeconds(4));
    Duration left = delayOf(before, a);

    HostSchedule after = schedule(rules);
    after.restore(StateReader.from(new ByteArrayInputStream(saved(before))));

    assertThat(delayOf(after, a)).isEqualTo(left);
    assertThat(after.isGivenUp(b)).isTrue();
    assertThat(fail(after, a, null).cause()).isEqualTo(Cause.SUSPENDED);
    assertThat(after.stall(0).suspended()).as("hosts of both origins").isEqualTo(2);
  }

  @Test
  void whetherAHostEverRespondedAndHowItFailedLastSurviveARestart() throws IOException {
    Politeness.Builder rules = delay(Duration.ZERO).suspension(1, Duration.ofMinutes(1), 1);
    HostSchedule before = schedule(rules);
    var refused = FetchResult.Failed.of(a, FailureReason.REFUSED, "no server");
    var busy =
        new FetchResult.Failed(
            b, FailureReason.HTTP_STATUS, 503, "busy", true, FetchResult.NO_HEADERS);
    before.failed(a, refused, true, false, null);
    before.failed(b, busy, false, false, null);

    HostSchedule after = schedule(rules);
    after.restore(StateReader.from(new ByteArrayInputStream(saved(before))));

    assertThat(after.lastFailure(a)).isEqualTo(refused);
    assertThat(after.lastFailure(b)).isEqualTo(busy);
    assertThat(after.onlySuspended())
        .extracting(host -> host.group + " " + host.hasResponded)
        .containsExactlyInAnyOrder("a.test false", "b.test true");
  }

  /** Every byte of it in turn is another: nothing but an {@link IOException} may come of it. */
  @Test
  void damagedStateIsRestoredOrRefused() throws IOException {
    HostSchedule before = schedule(delay(SECOND));
    fail(before, a, null);
    byte[] saved = saved(before);

    for (int i = 0; i < saved.length; i++) {
      for (int change : new int[] {1, 0x7F, 0x80, 0xFF}) {
        byte[] damaged = saved.clone();
        damaged[i] ^= (byte) change;
        HostSchedule after = schedule(delay(SECOND));
        try {
          after.restore(StateReader.from(new ByteArrayInputStream(damaged)));
          assertThat(after.stall(0).backingOff()).isLessThanOrEqualTo(1);
        } catch (IOException refused) {
          assertThat(after.stall(0).backingOff()).as("byte %d", i).isZero();
        }
      }
    }
  }

  @Test
  void brokenStateIsRefused() {
    HostSchedule schedule = schedule(delay(SECOND));
    byte[] senseless = {0, 0, 0, 1, -1, 0, 0, 0};

    assertThatThrownBy(
            () -> schedule.restore(StateReader.from(new ByteArrayInputStream(senseless))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("section must be 'hosts'");
  }

  @Test
  void delayDependsOnTheResponseAloneIfItsTimeIsKnown() {
    HostSchedule schedule = schedule(delay(SECOND).responseFactor(2));
    schedule.begin(a);
    pass(Duration.ofSeconds(30));
    schedule.end(a, Duration.ofSeconds(3), Duration.ZERO);

    assertThat(delayOf(schedule, a)).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void endWithoutBeginIsRefused() {
    assertThatThrownBy(() -> schedule(delay(SECOND)).end(a, null, Duration.ZERO))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a.test");
  }

  private static byte[] saved(HostSchedule schedule) throws IOException {
    var bytes = new ByteArrayOutputStream();
    schedule.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private void visit(HostSchedule schedule, CrawlUrl url, Duration takes) {
    schedule.begin(url);
    pass(takes);
    schedule.end(url, null, Duration.ZERO);
  }

  private static BackOff.Verdict fail(
      HostSchedule schedule, CrawlUrl url, @Nullable Duration retryAfter) {
    var failure = FetchResult.Failed.of(url, FailureReason.TIMEOUT, "too late");
    return schedule.failed(url, failure, false, false, retryAfter);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static Duration delayOf(HostSchedule schedule, CrawlUrl url) {
    return Duration.ofNanos(schedule.readyAt(url) - schedule.now());
  }

  private static Politeness.Builder delay(Duration delay) {
    return Politeness.builder().delay(delay);
  }

  private HostSchedule schedule(Politeness.Builder rules) {
    return new HostSchedule(
        new HostPoliteness(Crawls.rules(rules.build()), Map.of()),
        addresses,
        new SplittableRandom(1),
        nanos::get);
  }
}
