package io.dowser.crawler.fetch;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;

class OkHttpFetcherProviderContractTest extends PluginProviderContract<Fetcher> {

  @Override
  protected PluginProvider<Fetcher> provider() {
    return new OkHttpFetcher.Provider();
  }

  @Override
  protected PluginRegistry<Fetcher> registry() {
    return PluginRegistry.fetchers();
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of(
        "acceptLanguage", "zh",
        "acceptedTypes", "text/html",
        "maxBytes", "1000",
        "connections", "4",
        "connectTimeout", "PT1S",
        "readTimeout", "PT2S",
        "totalTimeout", "PT3S");
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "acceptLanguage", "\u6c34",
        "acceptedTypes", "html",
        "maxBytes", "0",
        "connections", "10001",
        "connectTimeout", "PT0S",
        "readTimeout", "soon",
        "totalTimeout", "P1D");
  }
}
