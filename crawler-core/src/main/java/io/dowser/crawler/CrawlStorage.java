package io.dowser.crawler;

import io.dowser.crawler.store.CrawlStore;
import java.util.Map;

/**
 * Where a crawl is kept.
 *
 * @param store its open store
 * @param frontierRandom the frontier's random numbers
 * @param pluginRandom those of everybody else
 * @param settings what the crawl is made of, in words
 * @param isNew whether there was no crawl in the directory
 */
record CrawlStorage(
    CrawlStore store,
    CountedRandom frontierRandom,
    CountedRandom pluginRandom,
    Map<String, String> settings,
    boolean isNew) {

  /** Makes the settings those of the crawl, once everything that they name has been found. */
  void recordSettings() {
    Map<String, String> before = store.reader().settings();
    if (before.isEmpty() || !CrawlSettings.differences(before, settings).isEmpty()) {
      store.record(settings);
    }
  }

  /** Describes a plugin: of two with one description, one can read the other's state. */
  String kind(String plugin) {
    return CrawlSettings.kind(plugin, settings);
  }
}
