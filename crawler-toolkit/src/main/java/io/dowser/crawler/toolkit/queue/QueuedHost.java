package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.toolkit.queue.HostGroupedQueue.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
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
  private @Nullable Entry first; // of all, so that it need not be searched for

  /**
   * Entries that are not among the others yet: a crawl that is opened again adds millions, and in
   * their order that is much faster.
   */
  private List<Entry> added = new ArrayList<>(0);

  QueuedHost(String name) {
    this.name = name;
  }

  boolean isEmpty() {
    return first == null;
  }

  @Nullable Entry first() {
    return first;
  }

  @Nullable Entry last() {
    return isEmpty() ? null : ordered().last();
  }

  private SortedSet<Entry> ordered() {
    if (!added.isEmpty()) {
      Collections.sort(added);
      entries.addAll(added);
      added = new ArrayList<>(0);
    }
    return entries;
  }

  List<Entry> entries() {
    return List.copyOf(ordered());
  }

  void add(Entry entry) {
    added.add(entry);
    if (first == null || entry.compareTo(first) < 0) {
      first = entry;
    }
  }

  void remove(Entry entry) {
    ordered().remove(entry);
    if (entry.equals(first)) {
      first = entries.isEmpty() ? null : entries.first();
    }
  }

  void clear() {
    entries.clear();
    added = new ArrayList<>(0);
    first = null;
  }
}
