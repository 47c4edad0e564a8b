package io.dowser.crawler.internal.recrawl;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.time.Instant;
import java.util.BitSet;
import java.util.Optional;

/**
 * The visited pages that are due for a recheck in a cycle, those first that the revisit policy
 * prefers; the best of them are in memory. Confined to the engine thread.
 */
final class DuePages {

  private final RevisitRules rules;
  private final int capacity;
  private final HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);

  /** Numbers of the pages whose recheck has begun in this run and cycle. */
  private final BitSet begun = new BitSet();

  private long notInMemory;

  /**
   * Creates an empty queue.
   *
   * @param capacity the largest number of pages in memory
   */
  DuePages(RevisitRules rules, int capacity) {
    this.rules = rules;
    this.capacity = capacity;
  }

  /** Forgets all pages, for a new cycle. */
  void clear() {
    begun.clear();
    queue.clear();
    notInMemory = 0;
  }

  /** Returns the number of pages, those that are not in memory included. */
  long size() {
    return queue.size() + notInMemory;
  }

  /** Returns whether pages are due, but none is in memory, so that all are to be added again. */
  boolean needsRefill() {
    return queue.size() == 0 && notInMemory > 0;
  }

  /** Begins to add pages again, see {@link #needsRefill}. */
  void beginRefill() {
    notInMemory = 0;
  }

  /** Adds a page if it is due in a cycle and its recheck has not begun. */
  void addIfDue(PageReader.Known page, Instant cycle) {
    if (!hasBegun(page.row().url()) && rules.isDue(page, cycle)) {
      add(page, cycle);
    }
  }

  /** Adds a page that has changed since its last recheck, as its site says. */
  void addIfChanged(PageReader.Known page, Instant modified, Instant cycle) {
    if (!hasBegun(page.row().url()) && rules.isDueByChange(page, modified, cycle)) {
      add(page, cycle);
    }
  }

  /** Returns whether the recheck of a page has begun in this run and cycle. */
  boolean hasBegun(long url) {
    return begun.get((int) url);
  }

  private void add(PageReader.Known page, Instant now) {
    queue.offer(
        new Candidate(
            page.page(),
            page.row().url(),
            0,
            rules.priority(page, now),
            0,
            Candidate.NO_PARENT,
            PathState.NONE,
            LinkFeatures.NONE));
    if (queue.size() > capacity) {
      queue.removeWorst();
      notInMemory++;
    }
  }

  /** Takes out the number of the next page whose host is ready. */
  Optional<Long> poll(HostGate gate) {
    Optional<Long> next = queue.poll(gate).map(Candidate::sequence);
    next.ifPresent(url -> begun.set((int) (long) url));
    return next;
  }
}
