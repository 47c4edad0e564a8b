package io.dowser.crawler.testkit;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import java.util.Map;

class WordCountScorerProviderTest extends PluginProviderContract<LinkScorer> {

  @Override
  protected PluginProvider<LinkScorer> provider() {
    return new WordCountScorerProvider();
  }

  @Override
  protected PluginRegistry<LinkScorer> registry() {
    return PluginRegistry.linkScorers(WordCountScorerProvider.class.getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of("weight", "0.5");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of("weight", "2");
  }
}
