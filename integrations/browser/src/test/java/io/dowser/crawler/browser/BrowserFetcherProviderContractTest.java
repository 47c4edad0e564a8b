package io.dowser.crawler.browser;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Starts no browser: they are said to run elsewhere. */
class BrowserFetcherProviderContractTest extends PluginProviderContract<Fetcher> {

  @Override
  protected PluginProvider<Fetcher> provider() {
    return new BrowserFetcher.Provider();
  }

  @Override
  protected PluginRegistry<Fetcher> registry() {
    return PluginRegistry.fetchers();
  }

  @Override
  protected Map<String, String> requiredSettings() {
    return Map.of("remote", "http://127.0.0.1:4444");
  }

  @Override
  protected Map<String, String> goodSettings() {
    var settings = new TreeMap<>(requiredSettings());
    settings.putAll(
        Map.of(
            "browsers", "3",
            "pagesPerBrowser", "7",
            "maxCharacters", "5000",
            "sandbox", "false",
            "renderTimeout", "5s",
            "idle", "100ms",
            "block", "image, xhr",
            "selector", "main",
            "render", "always",
            "renderHosts", "*.shop.example"));
    settings.putAll(Map.of("renderMinScore", "0.5", "maxBytes", "2000000"));
    return settings;
  }

  @Test
  void aMisspeltSettingIsRefusedInCodeToo() {
    var settings = new TreeMap<>(requiredSettings());
    settings.put("idel", "1s");
    try (OkHttpFetcher http = OkHttpFetcher.builder().build()) {
      assertThatThrownBy(
              () -> BrowserFetcher.of(Settings.of(settings), http, RenderPolicy.always()))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("'idel'");
    }
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "browsers", "0",
        "pagesPerBrowser", "0",
        "maxCharacters", "0",
        "sandbox", "maybe",
        "renderTimeout", "1ms",
        "idle", "2m",
        "block", "images",
        "selector", " ",
        "render", "never",
        "remote", "localhost:4444");
  }
}
