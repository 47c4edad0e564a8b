package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import io.dowser.crawler.wanglandau.WangLandauFrontier.CostModel;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The cost model {@link CostModel#FETCH_ON_EXPAND}: the queue holds pages that were downloaded;
 * when the walk takes one, its links that are not known yet are downloaded before the next
 * proposal.
 *
 * <p>Polls give seeds and such links, first come, first served. To take a page needs no visit to
 * its host, so every region is ready; a host that must be delayed holds up its own links alone.
 */
final class FetchingWalk extends CostedWalk {

  private final double anchorWeight;
  private final double leastRelevance;
  private final int speculation;
  private final HostGroupedQueue due;
  private final PageLinks links = new PageLinks();
  private long order; // of what is due; stays far below 2^53, so it is exact as a key

  FetchingWalk(Sampler sampler, WangLandauFrontier.Builder builder) {
    super(sampler);
    this.due = HostGroupedQueue.of(builder.grouping);
    this.anchorWeight = builder.anchorWeight;
    this.leastRelevance = builder.leastRelevance;
    this.speculation = builder.speculation;
    pending.onDropped(page -> links.release(page.sequence()));
  }

  @Override
  public void seed(Candidate seed) {
    links.take(seed.sequence());
    fetch(seed);
  }

  private void fetch(Candidate candidate) {
    due.offer(candidate, -(double) order++);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> next = due.poll(gate);
    while (next.isEmpty() && due.size() + inFlight.size() <= speculation && takePage()) {
      next = due.poll(gate);
    }
    next.ifPresent(link -> inFlight.add(link.sequence()));
    return next;
  }

  /** Has the walk take a page, and makes its links due; false if no page is queued. */
  private boolean takePage() {
    Optional<Candidate> page = sampler.next(HostGate.OPEN);
    if (page.isEmpty()) {
      return false;
    }
    for (long link : links.of(page.get().sequence())) {
      links.take(link).ifPresent(this::fetch);
    }
    links.release(page.get().sequence());
    return true;
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> found) {
    Candidate candidate = visit.candidate();
    inFlight.remove(candidate.sequence());
    due.recheck(candidate.url());
    due.recheck(visit.url()); // another host after a redirect
    double relevance = relevance(visit);
    count(visit, relevance >= leastRelevance);
    pending.visited(visit);
    if (pending.offer(candidate.withScore(relevance)) != PendingLinks.Fate.DISCARDED) {
      links.put(candidate.sequence(), found.stream().filter(this::isNew).toList());
    }
  }

  /** A link that is due or in flight needs no page to lead to it. */
  private boolean isNew(ScoredLink link) {
    long sequence = link.candidate().sequence();
    return !link.pending()
        || links.contains(sequence) // asked before the set, which makes an object
        || !(due.contains(sequence) || inFlight.contains(sequence));
  }

  /** R(l) = w R(anchor) + (1 - w) R(page), and R(page) alone for a seed. */
  private double relevance(Visit visit) {
    double page = RelevancePathState.relevance(visit);
    Candidate candidate = visit.candidate();
    return candidate.isSeed()
        ? page
        : anchorWeight * Energy.of(candidate.score()) + (1 - anchorWeight) * page;
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    inFlight.remove(candidate.sequence());
    due.recheck(candidate.url());
    if (reason == AbandonReason.STOPPED) {
      fetch(candidate);
    }
  }

  /**
   * Rates links that were not downloaded again; pages that were keep the relevance of their text.
   */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    links.rescore(score);
  }

  @Override
  public int size() {
    return due.size() + (sampler.size() == 0 ? 0 : links.size());
  }

  @Override
  void saveOwn(StateWriter out) throws IOException {
    links.save(out);
    due.save(out);
    out.writeLong(order);
  }

  @Override
  void restoreOwn(StateReader in) throws IOException {
    links.restore(in);
    due.restore(in);
    order = in.readNumber("number of links that were due");
  }

  @Override
  void clear() {
    super.clear();
    links.clear();
    due.clear();
  }
}
