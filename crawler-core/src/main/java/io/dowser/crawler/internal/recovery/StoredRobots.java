package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.internal.robots.RobotsStore;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.StoreReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Robots rules in a crawl's store: a small state for each site, committed with the visits before
 * which its robots.txt was read. Found from the moment at which they are put. Thread-safe .
 */
final class StoredRobots implements RobotsStore, AutoCloseable {

  private final Path directory;
  private final String prefix;
  private final Map<String, Unwritten> unwritten = new HashMap<>();
  private @Nullable StoreReader reader;
  private boolean closed;

  /** A record that is not committed; the batch is null if it is in none yet. */
  private static final class Unwritten {

    final byte[] record;
    @Nullable StoreBatch batch;

    Unwritten(byte[] record) {
      this.record = record;
    }
  }

  /** Keeps rules for a product token: those for another one say nothing. */
  StoredRobots(Path directory, String productToken) {
    this.directory = directory;
    this.prefix = "robots " + productToken + " ";
  }

  @Override
  public synchronized void put(String origin, byte[] record) {
    unwritten.put(prefix + origin, new Unwritten(record));
  }

  @Override
  public synchronized Optional<byte[]> find(String origin) {
    Unwritten fresh = unwritten.get(prefix + origin);
    return fresh == null ? stored(prefix + origin) : Optional.of(fresh.record);
  }

  /** A crawl that has ended is still asked what it would do with a URL. */
  private Optional<byte[]> stored(String name) {
    if (closed) {
      return Optional.empty();
    }
    if (reader == null) {
      reader = StoreReader.open(directory);
    }
    return reader.state(name).stream().findFirst();
  }

  synchronized boolean isEmpty() {
    return unwritten.values().stream().allMatch(each -> each.batch != null);
  }

  /** Has all that is not yet on its way written with a batch. */
  synchronized void handOver(StoreBatch batch) {
    unwritten.values().removeIf(each -> each.batch != null && each.batch.isWritten());
    unwritten.forEach(
        (name, each) -> {
          if (each.batch == null) {
            batch.setState(name, each.record);
            each.batch = batch;
          }
        });
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
