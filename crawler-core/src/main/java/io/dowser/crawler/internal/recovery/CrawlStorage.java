package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.internal.store.CrawlStore;
import java.util.Map;
import java.util.TreeMap;

/**
 * The store of a crawl.
 *
 * @param settings of this run in words
 * @param before those of the run before, none if this is the first one
 */
public record CrawlStorage(
    CrawlStore store, Map<String, String> settings, Map<String, String> before) {

  /** Describes a plugin: of two with one description, one can read the other's state. */
  String kind(String plugin) {
    return kind(plugin, settings);
  }

  static String kind(String plugin, Map<String, String> settings) {
    Map<String, String> own = new TreeMap<>(settings);
    own.keySet().removeIf(name -> !name.equals(plugin) && !name.startsWith(plugin + "."));
    return own.toString();
  }
}
