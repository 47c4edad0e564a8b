package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The cost model {@link CostModel#LAZY}: what the walk takes is downloaded. */
final class LazyWalk implements CostedWalk {

  private final Sampler sampler;
  private final PageCounts pages = new PageCounts();
  private final Set<Long> underWay = new HashSet<>(); // polled, not yet expanded or abandoned

  LazyWalk(Sampler sampler) {
    this.sampler = sampler;
  }

  @Override
  public void seed(Candidate seed) {
    sampler.offer(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> next = sampler.next(gate);
    next.ifPresent(candidate -> underWay.add(candidate.sequence()));
    return next;
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    underWay.remove(visit.candidate().sequence());
    sampler.recheck(visit);
    pages.count(visit, true);
    sampler.visited(visit);
    for (ScoredLink link : links) {
      if (!isUnderWay(link)) {
        sampler.offer(link.candidate());
      }
    }
  }

  /** A page may link to one that is being fetched right now. */
  private boolean isUnderWay(ScoredLink link) {
    long sequence = link.candidate().sequence();
    // only what was known before can be under way; asked last, because it makes an object
    return link.waiting() && !sampler.contains(sequence) && underWay.contains(sequence);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    underWay.remove(candidate.sequence());
    sampler.recheck(candidate);
    if (reason == AbandonReason.STOPPED) {
      sampler.putBack(candidate);
    }
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    sampler.rescore(score);
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
  }

  @Override
  public void restore(DataInput in) throws IOException {
    clear();
    try {
      sampler.restore(in);
      pages.restore(in);
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  @Override
  public void clear() {
    underWay.clear();
    sampler.clear();
  }
}
