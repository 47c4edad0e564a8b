package io.dowser.crawler.internal.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.traps.ChangingState;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The saved states of all that must know again after a restart what it knew. Counters and hosts are
 * saved with each commit, of budgets and the like what has changed; what plugins and the crawl have
 * learned, every ten seconds and at the end, or less often where it takes long. Not thread-safe.
 */
final class StoredStates {

  private static final long INTERVAL = Duration.ofSeconds(10).toNanos();

  /** Saving may take one part of this number of the time. */
  private static final int SHARE = 20;

  /** The states that must be those of the last commit. */
  private static final Set<String> WITH_EACH_COMMIT =
      Set.of("counters", "relevant estimate", "seeds", "hosts", "budgets", "duplicates");

  /** The state that says what gave pending URLs their keys. */
  private static final String FRONTIER = "frontier.kind";

  private final CrawlStore store;
  private final Map<String, StateChunks> chunks = new HashMap<>();
  private final Map<String, Resumable> parts = new LinkedHashMap<>();
  private final Set<String> mayBeNew = new HashSet<>();
  private final String frontierKind;
  private long next = System.nanoTime();

  StoredStates(RecordedParts plugins, CrawlStorage storage) {
    this.store = storage.store();
    boolean changed = store.options().allowChanged();
    this.frontierKind = storage.kind("frontier");
    add(name("judge", storage.settings()), plugins.judge(), changed);
    add(name("scorer", storage.settings()), plugins.scorer(), changed);
    add(name("fetcher", storage.settings()), plugins.fetcher(), true);
    add(name("frontier", storage.settings()), plugins.frontier(), changed);
  }

  /** Names a plugin by its kind: the state of another one is not read. */
  static String name(String plugin, Map<String, String> settings) {
    return plugin + " " + CrawlStorage.kind(plugin, settings);
  }

  private void add(String name, Object plugin, boolean isNew) {
    if (plugin instanceof Resumable resumable) {
      parts.put(name, resumable);
    }
    if (isNew) {
      mayBeNew.add(name);
    }
  }

  void add(Map<String, Resumable> others) {
    parts.putAll(others);
  }

  void restore() {
    parts.forEach(this::restore);
  }

  private void restore(String name, Resumable part) {
    List<byte[]> saved = store.reader().state(name);
    if (saved.isEmpty() && !mayBeNew.contains(name)) {
      throw store.reader().damaged("the state '" + name + "' is missing", null);
    }
    SavedState.restore(store.reader(), name, saved, part);
  }

  /** Returns whether the frontier is of the same kind as the one of the last run. */
  boolean hasSameFrontier() {
    List<byte[]> saved = store.reader().state(FRONTIER);
    return saved.isEmpty() || new String(saved.get(0), UTF_8).equals(frontierKind);
  }

  /** Adds to a batch what has changed of the states whose time has come, or of all of them. */
  void save(StoreBatch batch, boolean all) {
    long start = System.nanoTime();
    boolean isDue = all || start - next >= 0;
    parts.forEach(
        (name, part) -> {
          if (isDue || WITH_EACH_COMMIT.contains(name)) {
            save(batch, name, part, isDue);
          }
        });
    if (isDue) {
      batch.setState(FRONTIER, frontierKind.getBytes(UTF_8));
      long end = System.nanoTime();
      next = end + Math.max(INTERVAL, SHARE * (end - start));
    }
  }

  private void save(StoreBatch batch, String name, Resumable part, boolean whole) {
    StateChunks states = chunks.computeIfAbsent(name, key -> new StateChunks());
    try {
      StateChunks.Saved saved =
          !whole && part instanceof ChangingState changing
              ? states.saveChanges(changing)
              : states.save(part);
      batch.setState(name, saved.changed(), saved.count());
    } catch (IOException e) {
      throw new CrawlException("the state of the " + name + " cannot be saved", e);
    }
  }
}
