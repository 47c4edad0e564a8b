package io.dowser.crawler.html;

import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class HtmlPageAnalyzerProviderContractTest extends PluginProviderContract<PageAnalyzer> {

  @Override
  protected PluginProvider<PageAnalyzer> provider() {
    return new HtmlPageAnalyzer.Provider();
  }

  @Override
  protected PluginRegistry<PageAnalyzer> registry() {
    return PluginRegistry.pageAnalyzers(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of(
        "obeyNofollow", "false",
        "obeyUgc", "false",
        "obeySponsored", "false",
        "obeyCanonical", "false",
        "obeyNoindex", "false",
        "followFrames", "false",
        "maxLinks", "10",
        "maxCharacters", "1000");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "obeyNofollow", "no",
        "obeyUgc", "no",
        "obeySponsored", "no",
        "obeyCanonical", "no",
        "obeyNoindex", "no",
        "followFrames", "1",
        "maxLinks", "-1",
        "maxCharacters", "0");
  }
}
