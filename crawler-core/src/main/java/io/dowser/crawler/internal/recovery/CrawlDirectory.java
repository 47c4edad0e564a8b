package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.StoreOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a crawl. Its settings are read first; it is created and opened only when nothing
 * can be refused any more. Not thread-safe.
 */
public final class CrawlDirectory {

  private static final String RANDOM = "random.";

  private final @Nullable Path path;
  private final Map<String, String> recorded;

  private CrawlDirectory(@Nullable Path path, Map<String, String> recorded) {
    this.path = path;
    this.recorded = recorded;
  }

  /**
   * Reads the settings of the crawl in a directory.
   *
   * @param path absent if the crawl has no directory
   * @throws io.dowser.crawler.store.StoreException if there is a file that cannot be read
   */
  public static CrawlDirectory at(Optional<Path> path) {
    return new CrawlDirectory(
        path.orElse(null),
        path.filter(CrawlStore::exists).map(HistoryReader::settingsOf).orElse(Map.of()));
  }

  /** Returns the recorded settings, none if there is no crawl yet. */
  public Map<String, String> recorded() {
    return recorded;
  }

  /** Returns the random numbers that were begun with the crawl, or others if there is none yet. */
  public CountedRandom random(String whose, long freshSeed) {
    String seed = recorded.getOrDefault(RANDOM + whose, Long.toString(freshSeed));
    try {
      return new CountedRandom(Long.parseLong(seed));
    } catch (NumberFormatException e) {
      throw new CrawlException(
          "the crawl in "
              + path
              + " must have a number as setting "
              + (RANDOM + whose)
              + ", but has "
              + seed,
          e);
    }
  }

  /** Opens the directory and records the settings of this run. */
  public @Nullable CrawlStorage open(
      StoreOptions options,
      Map<String, String> settings,
      CountedRandom frontierRandom,
      CountedRandom pluginRandom) {
    if (path == null) {
      return null;
    }
    Map<String, String> words = new TreeMap<>(settings);
    words.put(RANDOM + "frontier", Long.toString(frontierRandom.seed()));
    words.put(RANDOM + "plugins", Long.toString(pluginRandom.seed()));
    CrawlStore store = CrawlStore.open(path, options);
    try {
      record(store, words);
      return new CrawlStorage(store, frontierRandom, pluginRandom, words);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private void record(CrawlStore store, Map<String, String> words) {
    Map<String, String> before = store.reader().settings();
    if (!before.equals(recorded)) {
      throw new CrawlException(
          "the crawl in " + path + " was used by another program meanwhile; build it again");
    }
    if (!before.equals(words)) {
      store.record(words);
    }
  }
}
