package io.dowser.crawler;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.store.CrawlStore;
import io.dowser.crawler.store.StoreOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Opens the directory of a crawl and sees to it that the crawl in it is the one described. */
final class CrawlDirectory {

  private static final String FRONTIER_RANDOM = "run.random.frontier";
  private static final String PLUGIN_RANDOM = "run.random.plugins";

  private CrawlDirectory() {}

  static CrawlStorage open(
      Path directory,
      StoreOptions options,
      Map<String, String> described,
      long freshFrontierSeed,
      long freshPluginSeed) {
    CrawlStore store = CrawlStore.open(directory, options);
    try {
      Map<String, String> before = store.reader().settings();
      Map<String, String> now = new TreeMap<>(described);
      long frontierSeed = seed(store, FRONTIER_RANDOM, freshFrontierSeed);
      long pluginSeed = seed(store, PLUGIN_RANDOM, freshPluginSeed);
      now.put(FRONTIER_RANDOM, Long.toString(frontierSeed));
      now.put(PLUGIN_RANDOM, Long.toString(pluginSeed));
      if (!before.isEmpty()) {
        refuseDifferences(before, now, store);
      }
      return new CrawlStorage(
          store,
          new CountedRandom(frontierSeed),
          new CountedRandom(pluginSeed),
          now,
          before.isEmpty());
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static long seed(CrawlStore store, String name, long fresh) {
    String recorded = store.reader().settings().get(name);
    try {
      return recorded == null ? fresh : Long.parseLong(recorded);
    } catch (NumberFormatException e) {
      throw new CrawlException(
          "the crawl in "
              + store.directory()
              + " must have a number as setting "
              + name
              + ", but has "
              + recorded,
          e);
    }
  }

  private static void refuseDifferences(
      Map<String, String> before, Map<String, String> now, CrawlStore store) {
    Map<String, String> differences = CrawlSettings.differences(before, now);
    if (!differences.isEmpty() && !store.options().allowChanged()) {
      throw new CrawlException(
          "the crawl in "
              + store.directory()
              + " was begun with other settings: "
              + differences
              + "; give the same, or allow it with StoreOptions.withAllowChanged()");
    }
  }
}
