package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The cost model {@link CostModel#LAZY}: links that the walk takes are downloaded. */
final class LazyWalk extends WangLandauFrontier {

  LazyWalk(Sampler sampler) {
    super(CostModel.LAZY, sampler);
  }

  @Override
  public void seed(Candidate seed) {
    pending.offer(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    return sampler.next(gate);
  }

  @Override
  void take(Visit visit, List<ScoredLink> links) {
    pending.visited(visit);
    links.forEach(link -> pending.offer(link.candidate()));
  }

  /**
   * Removes a suspended link, if these may be queued later, otherwise the link with the least
   * score.
   */
  @Override
  public Optional<Candidate> removeWorst() {
    return size() == 0 ? Optional.empty() : pending.removeWorst();
  }

  @Override
  public void putBack(Candidate link) {
    pending.putBack(link);
  }

  @Override
  public Optional<Candidate> find(long sequence) {
    return pending.queue.find(sequence).or(() -> pending.suspended.find(sequence));
  }

  @Override
  void recheck(CrawlUrl url) {
    pending.recheck(url);
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
