package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The cost model {@link CostModel#LAZY}: what the walk takes is downloaded. */
final class LazyWalk extends WangLandauFrontier {

  LazyWalk(Sampler sampler) {
    super(CostModel.LAZY, sampler);
  }

  @Override
  public void seed(Candidate seed) {
    pending.offer(seed);
  }

  @Override
  Optional<Candidate> next(HostGate gate) {
    return sampler.next(gate);
  }

  @Override
  void take(Visit visit, Stream<ScoredLink> links) {
    pending.visited(visit);
    links.forEach(link -> pending.offer(link.candidate()));
  }

  @Override
  void putBack(Candidate link) {
    pending.queue.add(link);
  }

  @Override
  boolean contains(long sequence) {
    return pending.contains(sequence);
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
