package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Links outside the queue, by score and by age. */
final class DelayedLinks {

  private final HostGroupedQueue links;
  private final Set<Long> byAge = new LinkedHashSet<>(); // oldest first; some have left

  DelayedLinks(HostGrouping grouping) {
    this.links = HostGroupedQueue.of(grouping);
  }

  int size() {
    return links.size();
  }

  boolean contains(long sequence) {
    return links.contains(sequence);
  }

  /** Suspends a link, or merges it with the suspended one; its age stays. */
  void offer(Candidate candidate) {
    if (links.offer(candidate) == HostGroupedQueue.Offer.ADDED) {
      byAge.remove(candidate.sequence());
      byAge.add(candidate.sequence());
      if (byAge.size() > 2 * links.size() + 64) {
        byAge.removeIf(sequence -> !links.contains(sequence));
      }
    }
  }

  Optional<Candidate> find(long sequence) {
    return links.find(sequence);
  }

  Optional<Candidate> take(long sequence) {
    return links.remove(sequence);
  }

  /** Removes and returns the best link whose host is ready. */
  Optional<Candidate> takeBest(HostGate gate) {
    return links.poll(gate);
  }

  /** Suspends a link again that was just taken as the best; its age stays. */
  void putBack(Candidate candidate) {
    links.offer(candidate);
  }

  Optional<Candidate> removeWorst() {
    return links.removeWorst();
  }

  /** Removes and returns the link that was suspended first; there must be one. */
  Candidate takeOldest() {
    Iterator<Long> ages = byAge.iterator();
    Optional<Candidate> oldest = Optional.empty();
    while (oldest.isEmpty()) {
      oldest = links.remove(ages.next());
      ages.remove();
    }
    return oldest.get();
  }

  void recheck(CrawlUrl url) {
    links.recheck(url);
  }

  void rescore(ToDoubleFunction<Candidate> score) {
    links.rescore(score);
  }

  /** Returns the links, oldest first. */
  List<Candidate> candidates() {
    return byAge.stream().map(links::find).flatMap(Optional::stream).toList();
  }

  void clear() {
    links.clear();
    byAge.clear();
  }
}
