package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HmmScorerProviderContractTest extends PluginProviderContract<LinkScorer> {

  @TempDir private static Path directory;
  private static String model = "";

  @BeforeAll
  static void train() throws IOException {
    Path file = directory.resolve("tunnels.hmm");
    HmmTrainer.builder().build().train(Tunnels.trainingSet()).save(file);
    model = file.toString();
  }

  @Override
  protected PluginProvider<LinkScorer> provider() {
    return new HmmLinkScorer.Provider();
  }

  @Override
  protected PluginRegistry<LinkScorer> registry() {
    return PluginRegistry.linkScorers(HmmLinkScorer.Provider.class.getClassLoader());
  }

  @Override
  protected Map<String, String> requiredSettings() {
    return Map.of("model", model);
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of(
        "model", model,
        "profile", "paper",
        "priority", "target",
        "kappa", "2.5",
        "anchorWeight", "0.5",
        "secondKey", "true",
        "memory", "false",
        "softClusters", "true");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "model", "no/such/file",
        "profile", "best",
        "priority", "first",
        "kappa", "-1",
        "anchorWeight", "1.5",
        "secondKey", "maybe",
        "memory", "long",
        "softClusters", "hard");
  }

  @Test
  void theProfileGivesTheDefaults() {
    assertThat(create(Map.of()))
        .hasToString(HmmLinkScorer.of(loaded(), Settings.none()).toString());
    assertThat(create(Map.of("profile", "paper")))
        .hasToString(
            HmmLinkScorer.of(loaded(), Settings.of(Map.of("profile", "paper"))).toString());
  }

  @Test
  void aFileThatIsNoModelIsNamed() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "no model, but long enough for one");

    assertThatThrownBy(() -> create(Map.of("model", other.toString())))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(other.toString());
  }

  private static HmmModel loaded() {
    try {
      return HmmModel.load(Path.of(model));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static LinkScorer create(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(Map.of("model", model));
    all.putAll(settings);
    return new HmmLinkScorer.Provider().create(Settings.of(all), CrawlFixtures.context(1));
  }
}
