package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The cost model {@link CostModel#LAZY}: what the walk takes is downloaded. */
final class LazyWalk implements CostedWalk {

  private final Sampler sampler;
  private final PendingLinks pending;
  private final PageCounts pages = new PageCounts();
  private final InFlightLinks inFlight = new InFlightLinks();

  LazyWalk(Sampler sampler) {
    this.sampler = sampler;
    this.pending = sampler.links();
  }

  @Override
  public void seed(Candidate seed) {
    pending.offer(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> next = sampler.next(gate);
    next.ifPresent(inFlight::add);
    return next;
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    inFlight.remove(visit.candidate());
    pending.recheck(visit);
    pages.count(visit, true);
    pending.visited(visit);
    for (ScoredLink link : links) {
      if (!isInFlight(link)) {
        pending.offer(link.candidate());
      }
    }
  }

  /** A page may link to one that is being fetched right now. */
  private boolean isInFlight(ScoredLink link) {
    long sequence = link.candidate().sequence();
    // only what was known before can be in flight; asked last, because it makes an object
    return link.pending() && !pending.contains(sequence) && inFlight.contains(sequence);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    inFlight.remove(candidate);
    pending.recheck(candidate);
    if (reason == AbandonReason.STOPPED) {
      pending.putBack(candidate);
    }
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    pending.rescore(score);
  }

  @Override
  public int size() {
    return sampler.size();
  }

  @Override
  public WalkStatistics statistics() {
    return sampler.statistics(pages);
  }

  @Override
  public void save(DataOutput out) throws IOException {
    sampler.save(out);
    pages.save(out);
    inFlight.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    clear();
    try {
      sampler.restore(in);
      pages.restore(in);
      inFlight.restore(in);
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  @Override
  public void clear() {
    inFlight.clear();
    sampler.clear();
  }
}
