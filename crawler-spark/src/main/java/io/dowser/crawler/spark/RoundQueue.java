package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.util.Optional;

/** In which order one task takes its URLs. */
interface RoundQueue {

  void offer(Candidate candidate, int place);

  Optional<Candidate> poll(HostGate gate);

  /** A host may be ready sooner than the gate announced. */
  void recheck(CrawlUrl url);

  void remove(Candidate candidate);

  /** How many are still to be taken. */
  int size();

  /** Reports what rounds to come must know. */
  default void report(TaskReport report) {}

  /** The order of the round as far as hosts are ready. */
  final class InOrder implements RoundQueue {

    private final HostGroupedQueue queue;

    InOrder(HostGrouping hosts) {
      queue = HostGroupedQueue.of(hosts);
    }

    @Override
    public void offer(Candidate candidate, int place) {
      queue.offer(candidate, -place);
    }

    @Override
    public Optional<Candidate> poll(HostGate gate) {
      return queue.poll(gate);
    }

    @Override
    public void recheck(CrawlUrl url) {
      queue.recheck(url);
    }

    @Override
    public void remove(Candidate candidate) {
      queue.remove(candidate.sequence());
    }

    @Override
    public int size() {
      return queue.size();
    }
  }
}
