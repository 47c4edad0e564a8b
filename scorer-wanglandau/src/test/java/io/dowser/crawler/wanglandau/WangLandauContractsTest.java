package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.FrontierContract;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** All links are queued here, because the contract wants each of them to come out. */
@Tag("slow")
class WangLandauContractsTest {

  @Nested
  class Lazy extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Walks.walk(Map.of("leastRelevance", "0"), random);
    }
  }

  @Nested
  class ThreeWalkers extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Walks.walk(
          Map.of(
              "leastRelevance",
              "0",
              "walkers",
              "3",
              "interval",
              "20",
              "newBand",
              "minimum",
              "schedule",
              "one-over-t"),
          random);
    }
  }

  @Nested
  class FetchOnExpand extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Walks.walk(
          Map.of("profile", "paper", "leastRelevance", "0", "speculation", "1000"), random);
    }
  }

  @Nested
  class Annealing extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Walks.annealing(Map.of(), random);
    }
  }

  @Nested
  class PresetCounts extends ScorerContract {

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      return scorer(random, false);
    }
  }

  @Nested
  class GrowingCounts extends ScorerContract {

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      return scorer(random, true);
    }
  }

  @Nested
  class ScorerProvider extends PluginProviderContract<LinkScorer> {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new WangLandauScorer.Provider();
    }

    @Override
    protected PluginRegistry<LinkScorer> registry() {
      return PluginRegistry.linkScorers(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of("anchorWeight", "1", "growingCounts", "true", "preset", "typhoon-chinese");
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of("anchorWeight", "NaN", "growingCounts", "perhaps", "preset", "hail");
    }
  }

  @Nested
  class AnnealingProvider extends FrontierProviderContract {

    @Override
    protected PluginProvider<Frontier> provider() {
      return new SimulatedAnnealingFrontier.Provider();
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of(
          "startTemperature", "0.5",
          "cooling", "0.99",
          "leastTemperature", "0.1",
          "refusals", "3",
          "hostWeight", "0",
          "hostPrior", "0");
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of(
          "startTemperature", "0",
          "cooling", "1.1",
          "leastTemperature", "-1",
          "refusals", "0",
          "hostWeight", "NaN",
          "hostPrior", "-1");
    }
  }

  @Nested
  class WalkProvider extends FrontierProviderContract {

    @Override
    protected PluginProvider<Frontier> provider() {
      return new WangLandauFrontier.Provider();
    }

    /** So that {@code speculation} and {@code anchorWeight} are settings. */
    @Override
    protected Map<String, String> requiredSettings() {
      return Map.of("costModel", "fetch-on-expand");
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.ofEntries(
          Map.entry("profile", "paper-strict"),
          Map.entry("costModel", "fetch-on-expand"),
          Map.entry("bands", "20"),
          Map.entry("interval", "100"),
          Map.entry("refusals", "3"),
          Map.entry("leastRelevance", "0.3"),
          Map.entry("ranks", "true"),
          Map.entry("rankLimit", "1.5"),
          Map.entry("suspendedCapacity", "10"),
          Map.entry("releaseSuspended", "true"),
          Map.entry("flatness", "mean-ratio"),
          Map.entry("k", "0.9"),
          Map.entry("schedule", "one-over-t"),
          Map.entry("newBand", "minimum"),
          Map.entry("stepLimit", "1000"),
          Map.entry("walkers", "2"),
          Map.entry("speculation", "8"),
          Map.entry("anchorWeight", "0.5"),
          Map.entry("roulette", "cumulative-wheel"));
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.ofEntries(
          Map.entry("profile", "best"),
          Map.entry("costModel", "cheap"),
          Map.entry("bands", "0"),
          Map.entry("interval", "0"),
          Map.entry("refusals", "0"),
          Map.entry("leastRelevance", "1.1"),
          Map.entry("ranks", "maybe"),
          Map.entry("rankLimit", "-1"),
          Map.entry("suspendedCapacity", "-1"),
          Map.entry("releaseSuspended", "1"),
          Map.entry("flatness", "flat"),
          Map.entry("k", "NaN"),
          Map.entry("schedule", "never"),
          Map.entry("newBand", "max"),
          Map.entry("stepLimit", "0"),
          Map.entry("walkers", "0"),
          Map.entry("speculation", "-1"),
          Map.entry("anchorWeight", "2"),
          Map.entry("roulette", "russian"));
    }
  }

  abstract static class ScorerContract extends LinkScorerContract {

    static WangLandauScorer scorer(RandomGenerator random, boolean growing) {
      Map<String, String> settings =
          Map.of(
              "preset", random.nextBoolean() ? "rainstorm" : "typhoon",
              "anchorWeight", "" + random.nextInt(5) / 4.0,
              "growingCounts", "" + growing);
      return WangLandauScorer.of(Settings.of(settings), CrawlFixtures.context(1));
    }

    @Override
    protected List<String> knownWords() {
      return List.of("storm", "rain", "storm rain", "weather", "typhoon", "disaster", "pressure");
    }

    @Override
    protected boolean explainsBySums() {
      return true;
    }
  }

  abstract static class FrontierProviderContract extends PluginProviderContract<Frontier> {

    @Override
    protected PluginRegistry<Frontier> registry() {
      return PluginRegistry.frontiers(getClass().getClassLoader());
    }
  }
}
