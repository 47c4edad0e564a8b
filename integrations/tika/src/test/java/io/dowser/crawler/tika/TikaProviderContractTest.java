package io.dowser.crawler.tika;

import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class TikaProviderContractTest extends PluginProviderContract<PageAnalyzer> {

  @Override
  protected PluginProvider<PageAnalyzer> provider() {
    return new TikaAnalyzer.Provider();
  }

  @Override
  protected PluginRegistry<PageAnalyzer> registry() {
    return PluginRegistry.pageAnalyzers(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of(
        "maxBytes", "1000000",
        "maxCharacters", "5000",
        "maxLinks", "0",
        "timeout", "PT5S",
        "heap", "128",
        "processes", "3",
        "classPath", "lib/a.jar");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "maxBytes", "0",
        "maxCharacters", "0",
        "maxLinks", "-1",
        "timeout", "PT0.01S",
        "heap", "16",
        "processes", "-1");
  }
}
