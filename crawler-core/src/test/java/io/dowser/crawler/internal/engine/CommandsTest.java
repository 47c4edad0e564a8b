package io.dowser.crawler.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawls;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.PreferredHosts;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.plan.StopConditions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandsTest {

  private final List<String> recorded = new ArrayList<>();

  private final Steering steering =
      new Steering(
          new StopConditions(
              100,
              100,
              Long.MAX_VALUE,
              StopConditions.UNLIMITED,
              0,
              StopConditions.DEFAULT_WINDOW,
              0),
          PreferredHosts.of(List.of()),
          (setting, value) -> {
            recorded.add(setting);
            return Map.of();
          });

  /** Creates an engine whose plan has the steering of this test. */
  private Engine engine() {
    var spec = new CrawlSpec();
    spec.seeds.preset(List.of("http://chain.test/0"));
    spec.topic.preset(Optional.of(Crawls.TOPIC));
    Crawls.makeHasty(spec);
    spec.fetcher.preset(new PluginChoice.Given<>(Crawls.chain(3).fetcher()));
    CrawlPlan plan = new CrawlAssembly(spec).plan();
    CrawlPlan.Limits limits = plan.limits();
    var steered =
        new CrawlPlan(
            plan.strategy(),
            plan.rules(),
            new CrawlPlan.Limits(
                steering,
                limits.maxDepth(),
                limits.maxRedirects(),
                limits.idle(),
                limits.maxPluginFailures(),
                limits.memory(),
                limits.rechecks()),
            plan.means());
    return new Engine(steered, event -> {}, System::nanoTime);
  }

  @Test
  void settingsOfCommandsThatComeTogetherAreRecordedOnce() throws Exception {
    Engine engine = engine();
    for (int i = 0; i < 5; i++) {
      engine.commands().addSeeds(List.of("http://chain.test/" + i), null);
    }
    engine.commands().setMaxDuration(Duration.ofHours(1));

    assertThat(engine.run().statistics().visited()).isEqualTo(3);
    assertThat(recorded).containsExactly("seeds", "seedScopes", "maxDuration");
  }

  @Test
  void endedCrawlKeepsNoCommands() throws Exception {
    Engine engine = engine();
    engine.run();

    assertThat(engine.commands().pause()).isFalse();
    assertThat(engine.snapshot()).isCancelled();
    assertThat(engine.isPaused()).isFalse();
  }

  @Test
  void stoppedCrawlExecutesWhatCameBefore() throws Exception {
    Engine engine = engine();
    engine.commands().setMaxPages(7);
    var before = engine.snapshot();
    engine.requestStop();

    assertThat(engine.commands().setMaxPages(8)).isFalse();
    assertThat(engine.run().stopReason()).isEqualTo(StopReason.STOPPED);
    assertThat(before.isDone()).isTrue();
  }
}
