package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

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
  private final Set<Long> inFlight = new HashSet<>();
  private long order; // of what is due; stays far below 2^53, so it is exact as a key

  FetchingWalk(Sampler sampler, Settings settings, HostGrouping grouping) {
    super(CostModel.FETCH_ON_EXPAND, sampler);
    this.due = HostGroupedQueue.of(grouping);
    this.anchorWeight =
        settings.number(
            "anchorWeight",
            WangLandauScorer.ANCHOR_WEIGHT,
            0,
            1,
            "weight of the link's score in the relevance of a downloaded page; the page has 1 - anchorWeight");
    this.speculation =
        settings.integer(
            "speculation",
            0,
            0,
            Integer.MAX_VALUE,
            "downloads that may be outstanding while the walk continues");
    pending.onDropped(page -> links.release(page.sequence()));
  }

  @Override
  public void seed(Candidate seed) {
    links.take(seed.sequence());
    makeDue(seed);
  }

  private void makeDue(Candidate link) {
    due.offer(link, -(double) order++);
  }

  /** Puts a link back behind its page; if the page is unknown, the link is downloaded at once. */
  @Override
  public void putBack(Candidate link) {
    if (due.contains(link.sequence()) || !links.putBack(link)) {
      makeDue(link);
    }
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

  /** Takes a page by the walk, so that its links are due; returns false if no page is queued. */
  private boolean takePage() {
    Optional<Candidate> page = sampler.next(HostGate.OPEN);
    if (page.isEmpty()) {
      return false;
    }
    for (long link : links.of(page.get().sequence())) {
      links.take(link).ifPresent(this::makeDue);
    }
    links.release(page.get().sequence());
    return true;
  }

  @Override
  void take(Visit visit, List<ScoredLink> found) {
    inFlight.remove(visit.candidate().sequence());
    pending.visited(visit);
    Candidate page = visit.candidate().withScore(relevance(visit));
    if (pending.offer(page)) {
      links.put(page.sequence(), found.stream().filter(this::isNotDue).toList());
    }
  }

  private boolean isNotDue(ScoredLink link) {
    return !link.pending() || !due.contains(link.candidate().sequence());
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    inFlight.remove(candidate.sequence());
    recheck(candidate.url());
    if (reason == AbandonReason.STOPPED) {
      makeDue(candidate);
    }
  }

  @Override
  public Optional<Candidate> find(long sequence) {
    return due.find(sequence).or(() -> links.find(sequence));
  }

  @Override
  void recheck(CrawlUrl url) {
    due.recheck(url);
  }

  /** Returns R(l) = w R(anchor) + (1 - w) R(page), and R(page) alone for a seed. */
  double relevance(Visit visit) {
    double page = RelevancePathState.relevance(visit);
    Candidate candidate = visit.candidate();
    return candidate.isSeed()
        ? page
        : anchorWeight * Energy.of(candidate.score()) + (1 - anchorWeight) * page;
  }

  /**
   * Rates links again that were not downloaded; downloaded pages keep the relevance of their text.
   */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    links.rescore(score);
  }

  @Override
  public int size() {
    return due.size() + (sampler.size() == 0 ? 0 : links.size());
  }

  /** Writes the pages too, their visits, and the links they lead to. */
  @Override
  void saveOwn(StateWriter out) throws IOException {
    super.saveOwn(out);
    pending.saveLinks(out);
    links.save(out);
  }

  @Override
  void restoreOwn(StateReader in) throws IOException {
    super.restoreOwn(in);
    pending.restoreLinks(in);
    links.restore(in);
    StateReader.require(links.pages().allMatch(pending::contains), "each page must be pending");
  }

  @Override
  void clear() {
    super.clear();
    links.clear();
    due.clear();
    inFlight.clear();
  }
}
