package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.StoreOptions;
import io.dowser.crawler.internal.store.StoreReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a crawl. Its settings are read first; it is created and opened only when nothing
 * can be refused any more. Not thread-safe.
 */
public final class CrawlDirectory {

  private final @Nullable Path path;
  private final Map<String, String> recorded;
  private final boolean begun;

  private CrawlDirectory(@Nullable Path path, Map<String, String> recorded, boolean begun) {
    this.path = path;
    this.recorded = recorded;
    this.begun = begun;
  }

  /**
   * Reads the settings of the crawl in a directory.
   *
   * @param path absent if the crawl has no directory
   * @throws io.dowser.crawler.store.StoreException if there is a file that cannot be read
   */
  public static CrawlDirectory at(Optional<Path> path) {
    if (path.filter(CrawlStore::exists).isEmpty()) {
      return new CrawlDirectory(path.orElse(null), Map.of(), false);
    }
    try (HistoryReader crawl = HistoryReader.open(path.get())) {
      StoreReader store = crawl.store();
      return new CrawlDirectory(path.get(), store.settings(), !store.isEmpty());
    }
  }

  /** Returns the recorded settings, none if there is no crawl yet. */
  public Map<String, String> recorded() {
    return recorded;
  }

  /** Returns whether the directory has more of a crawl than its settings. */
  public boolean hasBegun() {
    return begun;
  }

  /** Opens the directory and records the settings of this run. */
  public @Nullable CrawlStorage open(StoreOptions options, Map<String, String> settings) {
    if (path == null) {
      return null;
    }
    CrawlStore store = CrawlStore.open(path, options);
    try {
      record(store, settings);
      return new CrawlStorage(store, settings, recorded);
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
