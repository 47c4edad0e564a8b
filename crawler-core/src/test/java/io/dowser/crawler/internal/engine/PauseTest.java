package io.dowser.crawler.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.plan.PreferredHosts;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.plan.StopConditions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time in a pause does not count. */
class PauseTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private final AtomicLong clock = new AtomicLong();

  @Test
  void pausesAddUp() {
    var steering =
        new Steering(
            new StopConditions(1, 1, 1, HOUR, 0, 1, 0),
            PreferredHosts.of(List.of()),
            (setting, value) -> Map.of());
    steering.pause(true, 100);
    assertThat(steering.pausedNanos(150)).isEqualTo(50);
    steering.pause(true, 160);
    steering.pause(false, 200);
    steering.pause(false, 300);
    assertThat(steering.pausedNanos(500)).isEqualTo(100);
    steering.pause(true, 500);

    assertThat(steering.isPaused()).isTrue();
    assertThat(steering.pausedNanos(501)).isEqualTo(101);
  }

  @Test
  @Timeout(60)
  void crawlIsPausedForLongerThanItsLimitOfTime() {
    var spec = new CrawlSpec();
    spec.seeds.preset(List.of("http://chain.test/0"));
    spec.topic.preset(Optional.of(Crawls.TOPIC));
    Crawls.makeHasty(spec);
    spec.fetcher.preset(new PluginChoice.Given<>(Crawls.chain(3).fetcher()));
    spec.maxDuration.preset(HOUR);
    var running = new CompletableFuture<Engine>();
    var engine =
        new Engine(
            new CrawlAssembly(spec).plan(),
            event -> {
              if (event instanceof CrawlEvent.Started) {
                running.join().commands().pause();
              }
            },
            () -> clock.addAndGet(1_000));
    running.complete(engine);
    CompletableFuture<CrawlReport> report = CompletableFuture.supplyAsync(engine::run);
    while (!engine.isPaused()) {
      Thread.onSpinWait();
    }
    clock.addAndGet(HOUR.multipliedBy(2).toNanos());
    engine.commands().resume();

    assertThat(report.join().stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.join().statistics().visited()).isEqualTo(3);
    assertThat(report.join().statistics().elapsed()).isLessThan(HOUR);
    assertThat(report.join().metrics().progress())
        .hasSize(3)
        .allSatisfy(point -> assertThat(point.elapsed()).isLessThan(HOUR));
  }
}
