package io.dowser.crawler.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignalSettingsTest {

  private static final String BEST_FIRST = "2.000 x standardised best-first";

  @Test
  void bestFirstIsASignalUnlessOthersOrNoneAreNamed() {
    assertThat(explained(Map.of())).contains(BEST_FIRST);
    assertThat(explained(Map.of("signals", " best-first "))).contains(BEST_FIRST);
    assertThat(explained(Map.of("signals", ""))).noneMatch(part -> part.contains("standardised"));
  }

  @Test
  void signalsAreFoundByAThreadWithoutContextClassLoader() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(null);
    try {
      LinkScorer scorer =
          new AdaptiveScorer.Provider()
              .create(
                  Settings.of(Map.of("signals", "best-first")),
                  CrawlFixtures.context(Topic.of("laser"), 1));

      assertThat(explained(scorer)).contains(BEST_FIRST);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void settingsWithTheNameOfASignalAreItsOwn() {
    assertThatThrownBy(() -> scorer(Map.of("best-first.anchorWeight", "7")))
        .isInstanceOfSatisfying(
            SettingException.class,
            refusal -> assertThat(refusal.key()).isEqualTo("best-first.anchorWeight"));
    assertThat(explained(Map.of("best-first.anchorWeight", "0.7"))).contains(BEST_FIRST);
  }

  @Test
  void settingsOfAScorerThatIsNoSignalAreRefused() {
    refuses(Map.of("signals", "", "best-first.anchorWeight", "0.7"), "best-first.anchorWeight");
  }

  @Test
  void unknownRepeatedAndLearningScorersAreRefused() {
    for (String value : List.of("best-first,", "nothing", "best-first,best-first", "adaptive")) {
      refuses(Map.of("signals", value), "signals");
    }
  }

  @Test
  void onlyScorersThatDoNotLearnAreListedAsAllowed() {
    for (String value : List.of("adaptive", "shrak")) {
      assertThatThrownBy(() -> scorer(Map.of("signals", value)))
          .hasMessageContaining("of scorers that do not learn: [best-first")
          .hasMessageNotContaining("adaptive,")
          .hasMessageNotContaining("adaptive]");
    }
  }

  @Test
  void theArtifactOfASignalThatIsMissingIsNamed() {
    assertThatThrownBy(() -> scorer(Map.of("signals", "best-first,shark")))
        .hasMessageEndingWith("; 'shark' needs the artifact io.dowser:scorer-shark");
    assertThatThrownBy(() -> scorer(Map.of("signals", "shrak")))
        .hasMessageEndingWith("; there is no link scorer named 'shrak'");
  }

  private static void refuses(Map<String, String> settings, String key) {
    assertThatThrownBy(() -> scorer(settings))
        .as("%s", settings)
        .isInstanceOfSatisfying(
            SettingException.class, refusal -> assertThat(refusal.key()).isEqualTo(key));
  }

  private static List<String> explained(Map<String, String> settings) {
    return explained(scorer(settings));
  }

  private static List<String> explained(LinkScorer scorer) {
    AnalyzedPage page =
        CrawlFixtures.page("http://a.test/", "", WebLink.to("http://a.test/1", "laser"));
    return scorer.forPage(page).explain(page.links().get(0)).parts().stream()
        .map(part -> part.name())
        .toList();
  }

  private static LinkScorer scorer(Map<String, String> settings) {
    return PluginRegistry.linkScorers(SignalSettingsTest.class.getClassLoader())
        .create("adaptive", Settings.of(settings), CrawlFixtures.context(Topic.of("laser"), 1));
  }
}
