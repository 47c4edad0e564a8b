package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Links beside the queue, by score and by age. */
final class DelayedLinks implements Resumable {

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

  Optional<Candidate> take(long sequence) {
    return links.remove(sequence);
  }

  /** Takes the best link whose host is ready. */
  Optional<Candidate> takeBest(HostGate gate) {
    return links.poll(gate);
  }

  /** Suspends a link again that was just taken as the best; its age stays. */
  void putBack(Candidate candidate) {
    links.offer(candidate);
  }

  /** Takes the link that was suspended first; there must be one. */
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

  void clear() {
    links.clear();
    byAge.clear();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    links.save(out);
    for (long sequence : byAge) {
      if (links.contains(sequence)) {
        out.writeLong(sequence);
      }
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    links.restore(in);
    for (int i = 0; i < links.size(); i++) {
      long sequence = in.readLong();
      if (!links.contains(sequence) || !byAge.add(sequence)) {
        throw new IOException(
            "ages must be those of the suspended links, but one was of " + sequence);
      }
    }
  }
}
