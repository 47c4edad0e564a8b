package io.dowser.crawler.judge;

import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class TopicTermsJudgeProviderContractTest extends PluginProviderContract<RelevanceJudge> {

  @Override
  protected PluginProvider<RelevanceJudge> provider() {
    return new TopicTermsJudge.Provider();
  }

  @Override
  protected PluginRegistry<RelevanceJudge> registry() {
    return PluginRegistry.relevanceJudges(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of("measure", "full-cosine", "threshold", "0.3", "growingCounts", "true");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of("measure", "some", "threshold", "1.1", "growingCounts", "perhaps");
  }
}
