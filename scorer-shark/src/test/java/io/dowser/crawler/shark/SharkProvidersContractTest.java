package io.dowser.crawler.shark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SharkProvidersContractTest {

  @Nested
  class OfTheScorer extends PluginProviderContract<LinkScorer> {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new SharkScorer.Provider();
    }

    @Override
    protected PluginRegistry<LinkScorer> registry() {
      return PluginRegistry.linkScorers(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of(
          "mode", "improved",
          "profile", "paper",
          "vocabulary", "topic-only",
          "xi", "0.5",
          "beta", "0.7",
          "anchorThreshold", "0",
          "contextTokens", "5",
          "lowerLimit", "0.2",
          "seedInherited", "0.6");
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of(
          "mode", "whale",
          "profile", "none",
          "vocabulary", "half",
          "xi", "0",
          "beta", "1.1",
          "anchorThreshold", "NaN",
          "contextTokens", "-1",
          "lowerLimit", "2",
          "seedInherited", "-1");
    }
  }

  @Nested
  class OfTheFrontier extends PluginProviderContract<Frontier> {

    @Override
    protected PluginProvider<Frontier> provider() {
      return new SharkFrontier.Provider();
    }

    @Override
    protected PluginRegistry<Frontier> registry() {
      return PluginRegistry.frontiers(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.ofEntries(
          Map.entry("profile", "paper"),
          Map.entry("theta", "0.5"),
          Map.entry("upperLimit", "0.6"),
          Map.entry("lowerLimit", "0.2"),
          Map.entry("minPrior", "3"),
          Map.entry("minNormal", "-1"),
          Map.entry("turnRatio", "4"),
          Map.entry("linkShare", "largest-count"),
          Map.entry("linkSources", "hosts"),
          Map.entry("aliases", "laser=leisai, photon=quang"));
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.ofEntries(
          Map.entry("profile", "draft"),
          Map.entry("theta", "-0.1"),
          Map.entry("upperLimit", "1.5"),
          Map.entry("lowerLimit", "0.31"),
          Map.entry("minPrior", "NaN"),
          Map.entry("minNormal", "0.21"),
          Map.entry("turnRatio", "-1"),
          Map.entry("linkShare", "half"),
          Map.entry("linkSources", "sites"),
          Map.entry("aliases", "maser=x"));
    }
  }

  @Test
  void modesHaveSettingsOfTheirOwn() {
    var original = Map.of("mode", "original", "delta", "0.4", "beta", "0.6", "gamma", "0.3");

    assertThat(scorer(original)).isInstanceOf(OriginalSharkScorer.class);
    assertThat(scorer(original).toString()).contains("delta=0.4, beta=0.6, gamma=0.3");
    assertThat(scorer(Map.of("mode", "original", "depth", "4")).toString()).contains("most=4");
    var fish = Map.of("mode", "fish", "relevanceThreshold", "0.2", "width", "7");
    assertThat(scorer(fish)).isInstanceOf(FishScorer.class);
    assertThat(scorer(fish).toString()).contains("width=7", "most=2");
    assertThatThrownBy(() -> scorer(Map.of("mode", "fish", "xi", "0.2")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("xi");
  }

  @Test
  void bothNeedATopic() {
    assertThatThrownBy(
            () -> new SharkScorer.Provider().create(Settings.none(), CrawlFixtures.context(1)))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("'shark' needs a topic");
    assertThatThrownBy(
            () -> new SharkFrontier.Provider().create(Settings.none(), CrawlFixtures.context(1)))
        .isInstanceOf(CrawlException.class);
  }

  private static LinkScorer scorer(Map<String, String> settings) {
    return PluginRegistry.linkScorers(SharkProvidersContractTest.class.getClassLoader())
        .create("shark", Settings.of(settings), CrawlFixtures.context(Topic.of("laser"), 1));
  }
}
