package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/** The saved states of all that must know again after a restart what it knew; not thread-safe. */
final class StoredStates {

  private static final String RANDOM = "random";

  /**
   * Batches grow with the size of the state, so that no more bytes than the bound come in a second.
   */
  private static final long STATE_BYTES_PER_SECOND = 8 << 20;

  private static final long LARGE_STATE = 256 << 10;

  private final CrawlStore store;
  private final CountedRandom random;
  private final Map<String, StateChunks> chunks = new HashMap<>();
  private final Map<String, Resumable> plugins = new LinkedHashMap<>();
  private final Set<String> changeable;
  private final String fetcher;
  private long made;
  private long bytes;

  StoredStates(RecordedParts parts, CrawlStorage storage) {
    this.store = storage.store();
    this.random = storage.pluginRandom();
    if (parts.judge() instanceof Resumable judge) { // the state of another one is not read
      plugins.put("judge " + storage.kind("judge"), judge);
    }
    if (parts.scorer() instanceof Resumable scorer) {
      plugins.put("scorer " + storage.kind("scorer"), scorer);
    }
    this.changeable = Set.copyOf(plugins.keySet());
    this.fetcher = "fetcher " + storage.kind("fetcher");
    if (parts.fetcher() instanceof Resumable resumable) {
      plugins.put(fetcher, resumable);
    }
  }

  void add(Map<String, Resumable> parts) {
    plugins.putAll(parts);
  }

  void restore() {
    plugins.forEach(this::restore);
    random.skipTo(number(RANDOM));
  }

  private void restore(String name, Resumable plugin) {
    boolean mayBeNew =
        name.equals(fetcher) || (store.options().allowChanged() && changeable.contains(name));
    List<byte[]> saved = mayBeNew ? store.reader().state(name) : existing(name);
    if (!saved.isEmpty()) {
      restore(name, () -> StateChunks.restore(plugin, saved));
    }
  }

  /** Reads a state that each commit has, or the first one. */
  List<byte[]> existing(String name) {
    List<byte[]> saved = store.reader().state(name);
    if (saved.isEmpty()) {
      throw StoreException.damaged(store.directory(), "the state '" + name + "' is missing", null);
    }
    return saved;
  }

  /** Restores the frontier. */
  void restoreFrontier(
      String name, Resumable frontier, List<byte[]> saved, LongFunction<CrawlUrl> urls) {
    restore(name, () -> StateChunks.restoreFrontier(frontier, saved, urls));
  }

  /** Reads one. */
  private interface Restoring {

    void restore() throws IOException;
  }

  private void restore(String name, Restoring restoring) {
    try {
      restoring.restore();
    } catch (IOException e) {
      throw StoreException.damaged(
          store.directory(), "the state '" + name + "' cannot be read: " + e.getMessage(), e);
    }
  }

  long number(String name) {
    return ByteBuffer.wrap(existing(name).get(0)).getLong();
  }

  static void setNumber(StoreBatch batch, String name, long value) {
    batch.setState(name, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** Saves all of them. */
  void save(StoreBatch batch) {
    setNumber(batch, RANDOM, random.draws());
    made = 0;
    bytes = 0;
    plugins.forEach(
        (name, plugin) -> {
          StateChunks.Saved saved = save(batch, name, to -> to.save(plugin));
          made += saved.made();
          bytes += saved.bytes();
        });
  }

  /**
   * Saves the frontier.
   *
   * @param atOnce whether to compress it before this returns, see {@link StateChunks#saveFrontier}
   */
  void saveFrontier(StoreBatch batch, String name, Resumable frontier, boolean atOnce) {
    save(batch, name, to -> to.saveFrontier(frontier, atOnce));
  }

  /** Writes one. */
  private interface Saving {

    StateChunks.Saved save(StateChunks to) throws IOException;
  }

  private StateChunks.Saved save(StoreBatch batch, String name, Saving saving) {
    try {
      StateChunks.Saved saved = saving.save(chunks.computeIfAbsent(name, key -> new StateChunks()));
      batch.setState(name, saved.changed(), saved.count());
      return saved;
    } catch (IOException e) {
      throw new CrawlException("the state of the " + name + " cannot be saved", e);
    }
  }

  /** How long to wait at least before all is saved again. */
  long nanosToNextCommit(Duration usual) {
    return nanosToNextCommit(bytes, made, usual);
  }

  /**
   * How long to wait after states of some bytes, and of some bytes made again. Chunks that did not
   * change make no commit wait longer than usual.
   */
  static long nanosToNextCommit(long bytes, long made, Duration usual) {
    return Math.min(nanos(bytes), Math.max(usual.toNanos(), nanos(made)));
  }

  private static long nanos(long bytes) {
    return bytes <= LARGE_STATE
        ? 0
        : Duration.ofSeconds(1).toNanos() / STATE_BYTES_PER_SECOND * bytes;
  }
}
