package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Links beside the queue, by score and by age. */
final class DelayedLinks implements Resumable {

  private final HostGroupedQueue links;
  private long[] byAge = new long[16]; // sequence numbers, oldest first; some have left
  private int first;
  private int end;

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
      appendAge(candidate.sequence());
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
    while (true) {
      Optional<Candidate> oldest = links.remove(byAge[first++]);
      if (oldest.isPresent()) {
        return oldest.get();
      }
    }
  }

  void recheck(CrawlUrl url) {
    links.recheck(url);
  }

  void rescore(ToDoubleFunction<Candidate> score) {
    links.rescore(score);
  }

  void clear() {
    links.clear();
    first = 0;
    end = 0;
  }

  private void appendAge(long sequence) {
    if (end == byAge.length) {
      forgetTheGone();
    }
    byAge[end++] = sequence;
  }

  /** Creates room: at least half of the array is free afterwards. */
  private void forgetTheGone() {
    int kept = 0;
    for (int i = first; i < end; i++) {
      if (links.contains(byAge[i])) {
        byAge[kept++] = byAge[i];
      }
    }
    first = 0;
    end = kept;
    if (kept > byAge.length / 2) {
      byAge = Arrays.copyOf(byAge, 2 * byAge.length);
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    links.save(out);
    for (int i = first; i < end; i++) {
      if (links.contains(byAge[i])) {
        out.writeLong(byAge[i]);
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    clear();
    links.restore(in);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < links.size(); i++) {
      long sequence = in.readLong();
      if (!links.contains(sequence) || !seen.add(sequence)) {
        throw new IOException("ages must be those of the parked links, but one was of " + sequence);
      }
      appendAge(sequence);
    }
  }
}
