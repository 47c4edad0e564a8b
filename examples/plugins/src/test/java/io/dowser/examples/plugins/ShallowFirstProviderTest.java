package io.dowser.examples.plugins;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class ShallowFirstProviderTest extends PluginProviderContract<Frontier> {

  @Override
  protected PluginProvider<Frontier> provider() {
    return new ShallowFirstFrontier.Provider();
  }

  @Override
  protected PluginRegistry<Frontier> registry() {
    return PluginRegistry.frontiers(ShallowFirstFrontier.class.getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of("depthWeight", "0.5");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of("depthWeight", "1.5");
  }
}
