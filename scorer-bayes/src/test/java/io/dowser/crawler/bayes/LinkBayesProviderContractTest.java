package io.dowser.crawler.bayes;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class LinkBayesProviderContractTest extends PluginProviderContract<LinkScorer> {

  @TempDir private Path directory;

  @BeforeEach
  void saveAModel() throws IOException {
    HanExamples.train(LinkSettings.PAPER).save(model());
  }

  private Path model() {
    return directory.resolve("link.model");
  }

  @Override
  protected PluginProvider<LinkScorer> provider() {
    return new LinkBayesScorer.Provider();
  }

  @Override
  protected PluginRegistry<LinkScorer> registry() {
    return PluginRegistry.linkScorers(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> requiredSettings() {
    return Map.of("model", model().toString());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of(
        "model", model().toString(),
        "group", "anchor-words",
        "eventModel", "multinomial",
        "smoothing", "proportional",
        "contextRule", "paper");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "model", "",
        "group", "three",
        "eventModel", "poisson",
        "smoothing", "none",
        "contextRule", "window");
  }
}
