package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageBayesProviderContractTest extends PluginProviderContract<LinkScorer> {

  @TempDir private Path directory;

  @BeforeEach
  void saveAModel() throws IOException {
    ZouExamples.train(PageSettings.PAPER).save(model());
  }

  private Path model() {
    return directory.resolve("page.model");
  }

  @Test
  void modelOfAnyFloorIsUsedAsItWasTrained() throws IOException {
    PageModel model = ZouExamples.train(PageSettings.PAPER.toBuilder().e(0.9995).build());
    model.save(model());
    LinkScorer scorer = provider().create(Settings.of(requiredSettings()), context());

    assertThat(scorer).hasToString(PageBayesScorer.of(model, Settings.none()).toString());
  }

  @Override
  protected PluginProvider<LinkScorer> provider() {
    return new PageBayesScorer.Provider();
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
        "density", "normal",
        "sharedWidth", "true",
        "e", "0.1",
        "contextTokens", "5",
        "withAnchor", "false",
        "pageCounts", "false",
        "mix", "0.5");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "model", directory.resolve("absent.model").toString(),
        "density", "uniform",
        "sharedWidth", "maybe",
        "e", "1",
        "contextTokens", "-1",
        "withAnchor", "1",
        "pageCounts", "yes",
        "mix", "NaN");
  }
}
