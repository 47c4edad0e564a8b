package io.dowser.crawler.scorer;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class BestFirstScorerProviderContractTest extends PluginProviderContract<LinkScorer> {

  @Override
  protected PluginProvider<LinkScorer> provider() {
    return new BestFirstScorer.Provider();
  }

  @Override
  protected PluginRegistry<LinkScorer> registry() {
    return PluginRegistry.linkScorers(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of(
        "parentWeight", "0.2",
        "anchorWeight", "1",
        "contextWeight", "0",
        "contextCharacters", "40");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "parentWeight", "-0.1",
        "anchorWeight", "NaN",
        "contextWeight", "much",
        "contextCharacters", "-1");
  }
}
