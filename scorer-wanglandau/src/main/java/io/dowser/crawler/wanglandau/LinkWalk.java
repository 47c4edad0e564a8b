package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What all walks share: which links are in flight, and what becomes of the links of a page. */
abstract class LinkWalk implements Frontier, Resumable {

  private static final int FORMAT = 2;

  private final String name;
  private final Set<Long> inFlight = new HashSet<>(); // polled, and neither expanded nor abandoned

  LinkWalk(String name) {
    this.name = name;
  }

  /** Takes the next pending link. */
  abstract Optional<Candidate> next(HostGate gate);

  /** Takes a page and those of its links that are not in flight. */
  abstract void take(Visit visit, Stream<ScoredLink> links);

  /** Adds a link that was polled and not visited. */
  abstract void putBack(Candidate link);

  /** Reports whether a link is pending, to be merged with. */
  abstract boolean contains(long sequence);

  /** Reports that a host may be ready sooner than the gate announced. */
  abstract void recheck(CrawlUrl url);

  /** Forgets what is pending. */
  abstract void clear();

  abstract void saveOwn(StateWriter out) throws IOException;

  abstract void restoreOwn(StateReader in) throws IOException;

  final int inFlight() {
    return inFlight.size();
  }

  /** Reports whether a link is on its way, so that it needs no page to lead to it. */
  boolean isTaken(long sequence) {
    return inFlight.contains(sequence);
  }

  /** A page may link to one that is being fetched right now. */
  private boolean isNew(ScoredLink link) {
    long sequence = link.candidate().sequence();
    // only what was known before can be in flight; asked last, because it makes an object
    return !link.pending() || contains(sequence) || !isTaken(sequence);
  }

  @Override
  public final Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> next = next(gate);
    next.ifPresent(link -> inFlight.add(link.sequence()));
    return next;
  }

  @Override
  public final void expand(Visit visit, List<ScoredLink> links) {
    finish(visit.candidate());
    recheck(visit.url()); // another host after a redirect
    take(visit, links.stream().filter(this::isNew));
  }

  @Override
  public final void abandon(Candidate candidate, AbandonReason reason) {
    finish(candidate);
    if (reason == AbandonReason.STOPPED) {
      putBack(candidate);
    }
  }

  private void finish(Candidate candidate) {
    inFlight.remove(candidate.sequence());
    recheck(candidate.url());
  }

  @Override
  public final void save(StateWriter out) throws IOException {
    out.section(name, FORMAT);
    saveOwn(out);
    out.writeNumbers(inFlight);
  }

  /**
   * Replaces the state by what was saved, the random numbers to come included, so that the same
   * candidates are polled as would have been. If it fails, nothing is pending.
   *
   * @throws IOException if reading fails, or the input was not saved by a frontier with the same
   *     settings
   */
  @Override
  public final void restore(StateReader in) throws IOException {
    inFlight.clear();
    clear();
    try {
      in.section(name, FORMAT);
      restoreOwn(in);
      inFlight.addAll(in.readNumbers("links in flight"));
    } catch (IOException e) {
      clear();
      throw e;
    }
  }
}
