package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.toolkit.queue.HostGroupedQueue.Entry;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The pending candidates of one host, and what holds the host back, if anything. */
final class QueuedHost {

  /** The reasons that hold a host back. */
  enum Place {
    /** It has no candidates. */
    IDLE,
    /** No known reason. */
    READY,
    /** The host window. */
    ASIDE,
    /** The gate, until {@link #readyAt}. */
    DELAYED
  }

  final String name;
  Place place = Place.IDLE;
  long readyAt;
  double due; // readyAt as a number that does not overflow
  long lastPoll; // 0 if never
  private final TreeSet<Entry> entries = new TreeSet<>();
  private @Nullable Entry first; // of the entries, so that it need not be searched for

  QueuedHost(String name) {
    this.name = name;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  @Nullable Entry first() {
    return first;
  }

  @Nullable Entry last() {
    return entries.isEmpty() ? null : entries.last();
  }

  void add(Entry entry) {
    entries.add(entry);
    if (first == null || entry.compareTo(first) < 0) {
      first = entry;
    }
  }

  void remove(Entry entry) {
    entries.remove(entry);
    if (entry.equals(first)) {
      first = entries.isEmpty() ? null : entries.first();
    }
  }

  void clear() {
    entries.clear();
    first = null;
  }
}
