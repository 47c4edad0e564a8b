package io.dowser.crawler.adaptive;

import io.dowser.crawler.adaptive.AdaptiveScorer.Part;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

class AdaptiveScorerContractTest {

  private static final List<String> WORDS = List.of("laser", "photon", "台风");

  @Nested
  class WithRandomParts extends LinkScorerContract {

    @Override
    protected LearningScorer scorer(RandomGenerator random) {
      Map<String, String> settings = new HashMap<>();
      for (Part part : Part.values()) {
        settings.put(part.setting(), "" + (random.nextInt(4) > 0));
      }
      var topic = Topic.of("laser", "photon", "台风");
      long seed = random.nextLong();
      return AdaptiveScorer.of(
          Settings.of(settings),
          random.nextInt(4) > 0 ? CrawlFixtures.context(topic, seed) : CrawlFixtures.context(seed),
          random.nextInt(2) == 0 ? Map.of("anchor", new AnchorLetters()) : Map.of());
    }

    @Override
    protected List<String> knownWords() {
      return WORDS;
    }
  }

  @Nested
  class Provider extends PluginProviderContract<LinkScorer> {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new AdaptiveScorer.Provider();
    }

    @Override
    protected PluginRegistry<LinkScorer> registry() {
      return PluginRegistry.linkScorers(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      Map<String, String> settings = new HashMap<>();
      for (Part part : Part.values()) {
        settings.put(part.setting(), "false");
      }
      settings.put("signals", "best-first");
      settings.put("best-first.parentWeight", "0.3");
      return settings;
    }

    @Override
    protected Map<String, String> badSettings() {
      Map<String, String> settings = new HashMap<>();
      for (Part part : Part.values()) {
        settings.put(part.setting(), "no");
      }
      settings.put("signals", "adaptive");
      settings.put("best-first.parentWeight", "2");
      return settings;
    }
  }
}
