package io.dowser.crawler.bayes;

import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class PageBayesJudgeProviderContractTest extends PluginProviderContract<RelevanceJudge> {

  @TempDir private Path directory;

  @BeforeEach
  void saveAModel() throws IOException {
    ZouExamples.train(PageSettings.PAPER).save(model());
  }

  private Path model() {
    return directory.resolve("page.model");
  }

  @Override
  protected PluginProvider<RelevanceJudge> provider() {
    return new PageBayesJudge.Provider();
  }

  @Override
  protected PluginRegistry<RelevanceJudge> registry() {
    return PluginRegistry.relevanceJudges(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> requiredSettings() {
    return Map.of("model", model().toString());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of("model", model().toString(), "threshold", "0.8");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of("model", directory.resolve("absent.model").toString(), "threshold", "-1");
  }
}
