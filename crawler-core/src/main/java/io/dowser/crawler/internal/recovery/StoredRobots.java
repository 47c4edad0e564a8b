package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.internal.robots.RobotsStore;
import io.dowser.crawler.internal.store.StateLookup;
import io.dowser.crawler.internal.store.StoreBatch;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Robots rules in a crawl's store: a small state for each site, committed with the group of visits
 * in which its robots.txt was read. Found from the moment at which they are put. Thread-safe .
 */
final class StoredRobots implements RobotsStore, AutoCloseable {

  private final Path directory;
  private final String prefix;
  private final Deque<Group> unwritten = new ArrayDeque<>();
  private Map<String, byte[]> fresh = new HashMap<>();
  private @Nullable StateLookup reader;
  private boolean closed;

  /** Records that wait for one commit. */
  private record Group(StoreBatch batch, Map<String, byte[]> records) {}

  /** Keeps rules for a product token: those for another one say nothing. */
  StoredRobots(Path directory, String productToken) {
    this.directory = directory;
    this.prefix = "robots " + productToken + " ";
  }

  @Override
  public synchronized void put(String origin, byte[] record) {
    fresh.put(prefix + origin, record);
  }

  @Override
  public synchronized Optional<byte[]> find(String origin) {
    String name = prefix + origin;
    byte[] record = fresh.get(name);
    for (Iterator<Group> i = unwritten.descendingIterator(); record == null && i.hasNext(); ) {
      record = i.next().records.get(name);
    }
    return record == null ? stored(name) : Optional.of(record);
  }

  /** A crawl that has ended is still asked what it would do with a URL. */
  private Optional<byte[]> stored(String name) {
    if (closed) {
      return Optional.empty();
    }
    if (reader == null) {
      reader = StateLookup.open(directory);
    }
    return reader.find(name);
  }

  synchronized boolean isEmpty() {
    return fresh.isEmpty();
  }

  /** Has all that is not yet on its way written with a batch. */
  synchronized void handOver(StoreBatch batch) {
    while (!unwritten.isEmpty() && unwritten.getFirst().batch.isWritten()) {
      unwritten.removeFirst();
    }
    if (!fresh.isEmpty()) {
      fresh.forEach((name, record) -> batch.setState(name, record));
      unwritten.addLast(new Group(batch, fresh));
      fresh = new HashMap<>();
    }
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
