package io.dowser.examples.plugins;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class WordPayoffProviderTest extends PluginProviderContract<LinkScorer> {

  @Override
  protected PluginProvider<LinkScorer> provider() {
    return new WordPayoffScorer.Provider();
  }

  @Override
  protected PluginRegistry<LinkScorer> registry() {
    return PluginRegistry.linkScorers(WordPayoffScorer.class.getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of();
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of();
  }
}
