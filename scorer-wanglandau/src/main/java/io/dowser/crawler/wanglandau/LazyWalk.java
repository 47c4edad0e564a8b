package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.wanglandau.WangLandauFrontier.CostModel;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The cost model {@link CostModel#LAZY}: what the walk takes is downloaded. */
final class LazyWalk extends CostedWalk {

  LazyWalk(Sampler sampler) {
    super(sampler);
  }

  @Override
  public void seed(Candidate seed) {
    pending.offer(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> next = sampler.next(gate);
    next.ifPresent(link -> inFlight.add(link.sequence()));
    return next;
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    inFlight.remove(visit.candidate().sequence());
    pending.recheck(visit);
    count(visit, true);
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
    inFlight.remove(candidate.sequence());
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
}
