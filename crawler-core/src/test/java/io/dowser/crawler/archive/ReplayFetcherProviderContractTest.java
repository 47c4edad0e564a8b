package io.dowser.crawler.archive;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class ReplayFetcherProviderContractTest extends PluginProviderContract<Fetcher> {

  @TempDir Path directory;

  @Override
  protected PluginProvider<Fetcher> provider() {
    return new ReplayFetcher.Provider();
  }

  @Override
  protected PluginRegistry<Fetcher> registry() {
    return PluginRegistry.fetchers(getClass().getClassLoader());
  }

  @Override
  protected Map<String, String> requiredSettings() {
    return Map.of("archive", archive().toString());
  }

  @Override
  protected Map<String, String> goodSettings() {
    return Map.of(
        "archive", archive() + "," + directory,
        "indexDirectory", directory.resolve("index").toString(),
        "latency", "PT0.001S",
        "maxLatency", "PT0.002S",
        "faults", "0.1",
        "seed", "7");
  }

  private Path archive() {
    try {
      return Archives.pages(directory.resolve("a.warc"), "http://a.test/", "x");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Map<String, String> badSettings() {
    return Map.of(
        "archive", "no-such-file",
        "indexDirectory", "",
        "latency", "soon",
        "maxLatency", "PT2H",
        "faults", "1.5",
        "seed", "x");
  }
}
