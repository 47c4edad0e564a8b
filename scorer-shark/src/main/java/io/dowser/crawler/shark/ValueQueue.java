package io.dowser.crawler.shark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pending URLs in the order of formula (5) at any time.
 *
 * <p>There is a queue for each in-link count. The number of crawled pages is the same for all URLs
 * at any moment, so two with equal counts compare by potential alone, whatever that number is: no
 * queue ever needs to be put in order again, and only the first URLs of the queues are compared.
 */
final class ValueQueue {

  private final HostGrouping hosts;
  private final LinkLedger ledger;
  private final LinkValue value;
  private final TreeMap<Integer, HostGroupedQueue> byCount = new TreeMap<>(); // none is empty
  private int size;

  ValueQueue(HostGrouping hosts, LinkLedger ledger, LinkValue value) {
    this.hosts = hosts;
    this.ledger = ledger;
    this.value = value;
  }

  int size() {
    return size;
  }

  /** Returns the largest in-link count of a URL that is pending here, 0 if none is. */
  int largestCount() {
    return byCount.isEmpty() ? 0 : byCount.lastKey();
  }

  @Nullable Candidate find(long sequence) {
    HostGroupedQueue queue = byCount.get(count(sequence));
    return queue == null ? null : queue.find(sequence).orElse(null);
  }

  /** Adds a URL; if it is pending here, the better potential stays, and the lesser depth. */
  void put(Candidate candidate) {
    HostGroupedQueue queue =
        byCount.computeIfAbsent(count(candidate.sequence()), none -> HostGroupedQueue.of(hosts));
    size -= queue.size();
    queue.offer(candidate, value.potential(candidate));
    size += queue.size();
  }

  /** Takes note that a URL has one more in-link, if it is pending here. */
  void cited(int url) {
    take(ledger.count(url) - 1, queue -> queue.remove(url)).ifPresent(this::put);
  }

  Optional<Candidate> remove(long sequence) {
    return take(count(sequence), queue -> queue.remove(sequence));
  }

  /** Takes out the URL of the largest value whose host is ready. */
  Optional<Candidate> poll(HostGate gate) {
    Candidate best = best(queue -> queue.peek(gate), false);
    while (best != null) {
      Optional<Candidate> polled = take(count(best.sequence()), queue -> queue.pollFirst(gate));
      if (polled.isPresent()) {
        return polled;
      }
      best = best(queue -> queue.peek(gate), false); // that host is delayed
    }
    return Optional.empty();
  }

  /** Removes the URL with the smallest value. */
  Optional<Candidate> removeWorst() {
    Candidate worst = best(HostGroupedQueue::worst, true);
    return worst == null ? Optional.empty() : remove(worst.sequence());
  }

  private @Nullable Candidate best(
      Function<HostGroupedQueue, Optional<Candidate>> look, boolean reversed) {
    Candidate best = null;
    for (HostGroupedQueue queue : byCount.values()) {
      Candidate other = look.apply(queue).orElse(null);
      if (other != null && (best == null || value.isBefore(other, best) != reversed)) {
        best = other;
      }
    }
    return best;
  }

  private Optional<Candidate> take(
      int count, Function<HostGroupedQueue, Optional<Candidate>> remove) {
    HostGroupedQueue queue = byCount.get(count);
    if (queue == null) {
      return Optional.empty();
    }
    Optional<Candidate> taken = remove.apply(queue);
    if (taken.isPresent()) {
      size--;
      if (queue.size() == 0) {
        byCount.remove(count);
      }
    }
    return taken;
  }

  void recheck(CrawlUrl url) {
    byCount.values().forEach(queue -> queue.recheck(url));
  }

  List<Candidate> candidates() {
    return byCount.values().stream().flatMap(queue -> queue.candidates().stream()).toList();
  }

  void clear() {
    byCount.clear();
    size = 0;
  }

  private int count(long sequence) {
    return ledger.count(LinkLedger.number(sequence));
  }
}
