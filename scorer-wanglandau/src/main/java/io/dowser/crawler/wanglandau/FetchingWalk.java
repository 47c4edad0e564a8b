package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.io.IOException;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The cost model {@link CostModel#FETCH_ON_EXPAND}: the queue holds pages that were downloaded;
 * when the walk takes one, its links that are not known yet are downloaded before the next
 * proposal.
 *
 * <p>Polls give seeds and such links, first come, first served. To take a page needs no visit to
 * its host, so every region is ready; a host that must be delayed holds up its own links alone.
 */
final class FetchingWalk extends WangLandauFrontier {

  private final double anchorWeight;
  private final int speculation;
  private final HostGroupedQueue due;
  private final PageLinks links = new PageLinks();
  private long order; // of what is due; stays far below 2^53, so it is exact as a key

  FetchingWalk(Sampler sampler, Builder builder) {
    super(CostModel.FETCH_ON_EXPAND, sampler);
    this.due = HostGroupedQueue.of(builder.grouping);
    this.anchorWeight = builder.anchorWeight;
    this.speculation = builder.speculation;
    pending.onDropped(page -> links.release(page.sequence()));
  }

  /** {@return false, because a seed is downloaded at once} */
  @Override
  public boolean canBeRefilled() {
    return false;
  }

  @Override
  public void seed(Candidate seed) {
    links.take(seed.sequence());
    putBack(seed);
  }

  @Override
  void putBack(Candidate link) {
    due.offer(link, -(double) order++);
  }

  @Override
  Optional<Candidate> next(HostGate gate) {
    Optional<Candidate> next = due.poll(gate);
    while (next.isEmpty() && due.size() + inFlight() <= speculation && takePage()) {
      next = due.poll(gate);
    }
    return next;
  }

  /** Has the walk take a page, and makes its links due; false if no page is queued. */
  private boolean takePage() {
    Optional<Candidate> page = sampler.next(HostGate.OPEN);
    if (page.isEmpty()) {
      return false;
    }
    for (long link : links.of(page.get().sequence())) {
      links.take(link).ifPresent(this::putBack);
    }
    links.release(page.get().sequence());
    return true;
  }

  @Override
  void take(Visit visit, Stream<ScoredLink> found) {
    pending.visited(visit);
    Candidate page = visit.candidate().withScore(relevance(visit));
    if (pending.offer(page)) {
      links.put(page.sequence(), found.toList());
    }
  }

  @Override
  boolean contains(long sequence) {
    return links.contains(sequence);
  }

  @Override
  boolean isTaken(long sequence) {
    return due.contains(sequence) || super.isTaken(sequence);
  }

  @Override
  void recheck(CrawlUrl url) {
    due.recheck(url);
  }

  /** R(l) = w R(anchor) + (1 - w) R(page), and R(page) alone for a seed. */
  double relevance(Visit visit) {
    double page = RelevancePathState.relevance(visit);
    Candidate candidate = visit.candidate();
    return candidate.isSeed()
        ? page
        : anchorWeight * Energy.of(candidate.score()) + (1 - anchorWeight) * page;
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
    super.saveOwn(out);
    links.save(out);
    due.save(out.withUrls());
    out.writeLong(order);
  }

  @Override
  void restoreOwn(StateReader in) throws IOException {
    super.restoreOwn(in);
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
