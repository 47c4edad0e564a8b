package io.dowser.crawler.judge;

import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class ExpandedTopicJudgeProviderContractTest extends PluginProviderContract<RelevanceJudge> {

  @Override
  protected PluginProvider<RelevanceJudge> provider() {
    return new ExpandedTopicJudge.Provider();
  }

  @Override
  protected PluginRegistry<RelevanceJudge> registry() {
    return PluginRegistry.relevanceJudges(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of("threshold", "0.3", "expansion", "0");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of("threshold", "1.1", "expansion", "-1");
  }
}
