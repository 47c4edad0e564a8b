package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.fetch.FormLogin;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.judge.ExpandedTopicJudge;
import io.dowser.crawler.monitor.CrawlMonitor;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call that would discard an earlier one is refused by the builders of values, too. */
class SecondCallsTest {

  private static final Future<Boolean> NEVER = new CompletableFuture<>();
  private static final Settings TEAM = Settings.of(Map.of("header X-Team", "a"));
  private static final Settings DELAY = Settings.of(Map.of("delay", "1s"));

  static Stream<ThrowingCallable> secondCalls() {
    Duration second = Duration.ofSeconds(1);
    Path archive = Path.of("pom.xml");
    return Stream.of(
        () -> TrapRules.builder().years(1, 2).years(1, 3),
        () -> TrapRules.builder().pagesPerHost(1).pagesPerHost(1),
        () -> TrapRules.DEFAULT.toBuilder().skipSessionIds(true).skipSessionIds(false),
        () -> RobotsPolicy.builder().keep(second).keep(second),
        () -> RobotsPolicy.IGNORE.toBuilder().closedAt(Set.of()).closedAt(Set.of()),
        () -> HostRules.builder().header("x-team", "a").header("X-Team", "b"),
        () -> HostRules.builder().settings(TEAM).header("x-team", "b"),
        () -> HostRules.builder().settings(DELAY).delay(second),
        () -> HostRules.builder().delay(second).settings(DELAY),
        () -> ReplayFetcher.builder(archive).latency(second, second).latency(second, second),
        () -> ReplayFetcher.builder(archive).indexDirectory(archive).indexDirectory(archive),
        () -> OkHttpFetcher.builder().readTimeout(second).readTimeout(second),
        () -> FormLogin.builder("http://a.test/").form("form").form("form"),
        () -> CrawlMonitor.builder().port(0).port(1),
        () -> CrawlFolder.in(archive).settings(Map.of()).settings(Map.of()),
        () -> MixedScriptAnalyzer.builder().stemming(true).stemming(true),
        () -> judge().answers(1, page -> NEVER).answers(2, page -> NEVER));
  }

  private static ExpandedTopicJudge.Builder judge() {
    return ExpandedTopicJudge.builder(Settings.none(), CrawlContext.about(Topic.of("laser")));
  }

  @ParameterizedTest
  @MethodSource("secondCalls")
  void areRefused(ThrowingCallable calls) {
    assertThatIllegalStateException().isThrownBy(calls).withMessageEndingWith("set it once");
  }

  @Test
  void aFailedCallChangesNothing() {
    HostRules.Builder rules = HostRules.builder().settings(DELAY);

    assertThatIllegalArgumentException().isThrownBy(() -> rules.pages(0));

    assertThat(rules.pages(1).build().asMap()).containsOnlyKeys("delay", "pages");
  }

  @Test
  void aCallReplacesAValueOfACopy() {
    RobotsPolicy ignore = RobotsPolicy.builder().obey(false).maxHosts(7).build();

    RobotsPolicy obeys = ignore.toBuilder().obey(true).build();

    assertThat(obeys.isObeyed()).isTrue();
    assertThat(obeys.maxHosts()).isEqualTo(7);
  }
}
