package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.SettingException;
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
import io.dowser.crawler.url.Scope;
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
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void aFailedCallOfTwoSettingsChangesNeither() {
    Limits.Builder limits = Limits.builder();
    Politeness.Builder politeness = Politeness.builder();
    Crawler.Builder crawler = Crawler.builder();
    Duration second = Duration.ofSeconds(1);

    assertThatIllegalArgumentException().isThrownBy(() -> limits.minHarvestRate(0.5, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> politeness.suspension(3, second, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> politeness.backOff(second, Duration.ofDays(9_999)));
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> crawler.settings(Map.of("maxDepth", "2", "workers", "many")));

    limits.minHarvestRate(0.5, 10);
    politeness.suspension(3, second, 1).backOff(second, second);
    crawler.settings(Map.of("maxDepth", "2", "workers", "3"));
  }

  @Test
  void aRefusedScopeOfASeedChangesNothing() {
    Crawler.Builder crawler = Crawler.builder().seed("http://a.test/", Scope.HOST);

    assertThatIllegalStateException()
        .isThrownBy(
            () -> crawler.settings(Map.of("maxPages", "5", "seedScopes", "http://a.test/ PREFIX")));

    crawler.maxPages(5);
    assertThatIllegalStateException()
        .isThrownBy(() -> crawler.seed("http://a.test/", Scope.PREFIX));
    assertThat(crawler.spec.seeds.get()).containsExactly("http://a.test/");
  }

  @Test
  void aValueDoesNotChangeWithItsCopiesNorWithItsBuilder() {
    Strategy.Builder builder =
        Strategy.builder().addPageAnalyzer("a", Map.of()).addPageAnalyzer("b", Map.of());
    Strategy two = builder.build();
    String before = two.toString();

    Strategy three = two.toBuilder().addPageAnalyzer("c", Map.of()).build();
    builder.addPageAnalyzer("d", Map.of());
    Crawler.builder().strategy(two).settings(Map.of("addPageAnalyzer", "e"));

    assertThat(two).hasToString(before);
    assertThat(three.toString()).contains("a,b,c");
  }

  @Test
  void aCallReplacesAnEntryOfACopyAndASecondOneIsRefused() {
    HostRules slow = HostRules.builder().settings(DELAY).build();
    HostRules few = HostRules.builder().pages(1).build();
    Politeness rules =
        Politeness.builder().hostRules("a.test", slow).hostRules("b.test", slow).build();
    Strategy prices = Strategy.builder().extract("price", "b").extract("name", "h1").build();

    Politeness.Builder politeness = rules.toBuilder().hostRules("a.test", few);
    Strategy.Builder strategy = prices.toBuilder().extract("price:number", "i");

    assertThat(politeness.build())
        .isEqualTo(Politeness.builder().hostRules("a.test", few).hostRules("b.test", slow).build());
    assertThat(strategy.build())
        .isEqualTo(Strategy.builder().extract("name", "h1").extract("price:number", "i").build());
    assertThatIllegalStateException().isThrownBy(() -> politeness.hostRules("a.test", slow));
    assertThatIllegalStateException().isThrownBy(() -> strategy.extract("price", "u"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"object of Foo", "(secret, not recorded)"})
  void aTextThatStandsForWhatIsNotRecordedIsRefused(String text) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Crawler.builder().settings(Map.of("scorer", text)))
        .withMessageContaining(text)
        .withMessageContaining("not recorded");
  }
}
