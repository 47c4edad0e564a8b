package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A base for frontiers that serve the best pending candidate whose host is ready: all but the order
 * of the candidates.
 *
 * <p>A subclass overrides {@link #key}, which is the score by default. One whose keys do not depend
 * on scores also overrides {@link #ordersByScore}. The crawl keeps the pending candidates; a
 * subclass with other state, such as a link graph, implements {@link
 * io.dowser.crawler.api.Resumable} for that. A method that overrides {@link #poll}, {@link #expand}
 * or {@link #abandon} must call the overridden one.
 *
 * <p>A subclass whose keys depend on visits or failures overrides {@link #expand} or {@link
 * #abandon}, and moves candidates there by {@link HostGroupedQueue#rekeyHost} or {@link
 * HostGroupedQueue#rekey}. It must do so before it calls the overridden method if keys can sink: a
 * link that is found again is merged with the pending one, and the one with the higher key stays.
 *
 * <p>To order by a count and then by score, map scores to 0 to 1 and return {@code score / 2 -
 * count}. {@code 0.5 + Math.atan(score) / Math.PI} maps scores without bounds.
 *
 * <pre>{@code
 * final class ShallowFirstFrontier extends QueueFrontier {
 *
 *   ShallowFirstFrontier(HostGrouping grouping) {
 *     super(grouping);
 *   }
 *
 *   public double key(Candidate link) {
 *     return link.score() - 0.1 * link.depth();
 *   }
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public abstract class QueueFrontier implements Frontier {

  private static final int NEIGHBOURS = 8; // scored again on either side of a visited link

  /** Maps URLs to hosts. */
  protected final HostGrouping grouping;

  /** The pending candidates. */
  protected final HostGroupedQueue queue;

  private final Set<Long> visited = new HashSet<>(); // since the last poll

  /**
   * Creates a frontier without host window.
   *
   * @param grouping maps URLs to hosts
   */
  protected QueueFrontier(HostGrouping grouping) {
    this(grouping, 1, false);
  }

  /**
   * Creates a frontier with a host window.
   *
   * @param grouping the grouping of URLs by host
   * @param hostWindow the number of consecutive polls that come from different hosts; 1 means no
   *     window
   * @param strict true to serve nothing if every ready host is within the window, false to serve
   *     the one that was served longest ago
   * @throws IllegalArgumentException if the window is below 1
   */
  protected QueueFrontier(HostGrouping grouping, int hostWindow, boolean strict) {
    this.grouping = grouping;
    this.queue = HostGroupedQueue.withHostWindow(grouping, hostWindow, strict);
  }

  /**
   * Returns whether keys depend on scores; if not, no candidate is scored again.
   *
   * @return true by default
   */
  protected boolean ordersByScore() {
    return true;
  }

  /**
   * Adds a candidate to the queue, or merges it with the pending one of the same number.
   *
   * @param candidate a link or a seed, which goes first
   */
  protected void offer(Candidate candidate) {
    queue.offer(candidate, candidate.isSeed() ? candidate.score() : key(candidate));
  }

  @Override
  public final void rekey(ToDoubleFunction<Candidate> score) {
    if (ordersByScore()) {
      queue.rescore(score, this::key);
    }
  }

  @Override
  public final boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
    if (ordersByScore()) {
      queue.rescoreNext(most, score, this::key);
    }
    return true;
  }

  @Override
  public void seed(Candidate seed) {
    offer(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    visited.clear();
    return queue.poll(gate);
  }

  /**
   * Takes out the best candidate by new scores, which two kinds of candidates are given: those that
   * were discovered just before and behind one that was visited since the last call, of which the
   * scorer has learned most, as they are mostly links of the same page; and those that come first,
   * see {@link HostGroupedQueue#poll}. The cost does not depend on the number of candidates.
   */
  @Override
  public Optional<Candidate> poll(HostGate gate, ToDoubleFunction<Candidate> score) {
    if (!ordersByScore()) {
      return poll(gate);
    }
    for (long center : visited) {
      for (long near = center - NEIGHBOURS; near <= center + NEIGHBOURS; near++) {
        queue.rescore(near, score, this::key);
      }
    }
    visited.clear();
    return queue.poll(gate, score, this::key);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    visited.add(visit.candidate().sequence());
    queue.recheck(visit.candidate().url());
    queue.recheck(visit.url()); // another host after a redirect
    for (ScoredLink link : links) {
      offer(link.candidate());
    }
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    queue.recheck(candidate.url());
    if (reason == AbandonReason.STOPPED) {
      offer(candidate);
    }
  }

  @Override
  public Optional<Candidate> removeWorst() {
    return queue.removeWorst();
  }

  @Override
  public void putBack(Candidate candidate) {
    offer(candidate);
  }

  @Override
  public Optional<Candidate> find(long sequence) {
    return queue.find(sequence);
  }

  @Override
  public int size() {
    return queue.size();
  }

  @Override
  public List<Candidate> next(int most) {
    return queue.firstOfHosts(most);
  }
}
