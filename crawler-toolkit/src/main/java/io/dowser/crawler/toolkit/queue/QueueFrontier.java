package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A base for frontiers that serve the best pending candidate whose host is ready: all but the order
 * of the candidates.
 *
 * <p>A subclass overrides {@link #key}, which is the score here. One whose keys do not depend on
 * scores also overrides {@link #ordersByScore}; one whose keys depend on visits overrides {@link
 * #expand}, calls it here, and moves candidates by {@link HostGroupedQueue#rekey}. State beside the
 * queue goes into {@link #saveOwn} and {@link #restoreOwn}. Everything else is here: a candidate
 * that is being visited is not queued again, a bound, saving and restoring. Where a crawl has a
 * directory, candidates that do not fit into memory go to a file there, under the keys that they
 * have then, and come back by {@link #offer}.
 *
 * <pre>{@code
 * final class ShallowFirstFrontier extends QueueFrontier {
 *
 *   ShallowFirstFrontier(HostGrouping grouping) {
 *     super(grouping);
 *   }
 *
 *   protected double key(Candidate link) {
 *     return link.score() - 0.1 * link.depth();
 *   }
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public abstract class QueueFrontier implements Frontier, Resumable {

  private static final int NEIGHBOURS = 8; // scored again on either side of a visited link

  /** Which URLs belong to one host. */
  protected final HostGrouping grouping;

  /** The pending candidates. */
  protected final HostGroupedQueue queue;

  private final Set<Long> inFlight = new HashSet<>(); // polled, not yet expanded or abandoned
  private @Nullable List<CrawlUrl> droppedUrls; // null if they are not taken
  private final Set<Long> visited = new LinkedHashSet<>(); // since the last poll
  private int capacity = Integer.MAX_VALUE;

  /**
   * Creates a frontier without host window.
   *
   * @param grouping which URLs belong to one host
   */
  protected QueueFrontier(HostGrouping grouping) {
    this(grouping, 1, false);
  }

  /**
   * Creates a frontier with a host window.
   *
   * @param grouping which URLs belong to one host
   * @param hostWindow how many consecutive polls come from different hosts; 1 means no window
   * @param strict true to serve nothing if every ready host is within the window, false to serve
   *     the one that was served longest ago
   * @throws IllegalArgumentException if the window is below 1
   */
  protected QueueFrontier(HostGrouping grouping, int hostWindow, boolean strict) {
    this.grouping = grouping;
    this.queue = HostGroupedQueue.withHostWindow(grouping, hostWindow, strict);
  }

  /**
   * Bounds the number of pending URLs: the worst ones are dropped, and taken again if a page links
   * to them later. Those that are dropped from now on wait to be taken by {@link #takeDropped}.
   *
   * @param urls 1 or more; a smaller bound that was set before stays
   * @throws IllegalArgumentException if it is below 1
   */
  public final void bound(int urls) {
    Checks.positive("bound", urls);
    droppedUrls = new ArrayList<>(0);
    capacity(urls);
    trim();
  }

  /**
   * Bounds the number of pending URLs without a list of those that are dropped.
   *
   * @param urls 1 or more; a smaller bound that was set before stays
   */
  protected final void capacity(int urls) {
    capacity = Math.min(capacity, urls);
  }

  /**
   * {@return the URLs that did not fit and were dropped since the last call, in the order in which
   * they were dropped}
   */
  public final List<CrawlUrl> takeDropped() {
    List<CrawlUrl> taken = droppedUrls;
    if (taken == null || taken.isEmpty()) {
      return List.of();
    }
    droppedUrls = new ArrayList<>(0);
    return taken;
  }

  /**
   * Drops the worst candidates beyond the bound.
   *
   * @return how many they were
   */
  protected final int trim() {
    int dropped = 0;
    while (queue.size() > capacity) {
      Candidate worst = queue.removeWorst().orElseThrow();
      if (droppedUrls != null) {
        droppedUrls.add(worst.url());
      }
      dropped++;
    }
    return dropped;
  }

  /**
   * Removes the worst candidate.
   *
   * @return the candidate, empty if the queue is
   */
  public final Optional<Candidate> removeWorst() {
    return queue.removeWorst();
  }

  /**
   * Removes a candidate.
   *
   * @param sequence its sequence number
   * @return the candidate, empty if it is not pending
   */
  public final Optional<Candidate> remove(long sequence) {
    return queue.remove(sequence);
  }

  /** {@return which URLs belong to one host} */
  public final HostGrouping hostGrouping() {
    return grouping;
  }

  /**
   * Returns the key of a link in the queue; seeds go first whatever their keys are.
   *
   * @param link a candidate with a parent
   * @return higher goes first; any number, infinities included; by default the score
   */
  protected double key(Candidate link) {
    return link.score();
  }

  /**
   * Returns whether keys depend on scores; if not, no candidate is scored again.
   *
   * @return true by default
   */
  public boolean ordersByScore() {
    return true;
  }

  /**
   * {@return the key of a candidate in the queue; higher goes first}
   *
   * @param candidate a link or a seed
   */
  public final double keyOf(Candidate candidate) {
    return candidate.isSeed() ? candidate.score() : key(candidate);
  }

  /**
   * Adds a candidate to the queue, or merges it with the pending one of the same number.
   *
   * @param candidate the candidate
   */
  public void offer(Candidate candidate) {
    queue.offer(candidate, keyOf(candidate));
    trim();
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
    return begun(queue.poll(gate));
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
    rekeyNeighbours(score);
    return begun(queue.poll(gate, score, this::key));
  }

  /**
   * Assigns new scores to the pending candidates that were discovered just before and behind one
   * that was visited since the last poll; nothing if {@link #ordersByScore} is false.
   *
   * @param score the new score of a candidate that is not a seed
   */
  public final void rekeyNeighbours(ToDoubleFunction<Candidate> score) {
    if (!ordersByScore()) {
      return;
    }
    for (long center : visited) {
      for (long near = center - NEIGHBOURS; near <= center + NEIGHBOURS; near++) {
        queue.rescore(near, score, this::key);
      }
    }
  }

  private Optional<Candidate> begun(Optional<Candidate> polled) {
    visited.clear();
    polled.ifPresent(this::begin);
    return polled;
  }

  /**
   * Notes that a candidate is in flight.
   *
   * @param candidate one that was taken from the queue
   */
  public final void begin(Candidate candidate) {
    inFlight.add(candidate.sequence());
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    finish(visit.candidate());
    visited.add(visit.candidate().sequence());
    queue.recheck(visit.url()); // another host after a redirect
    for (ScoredLink link : links) {
      if (!isInFlight(link)) {
        offer(link.candidate());
      }
    }
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    finish(candidate);
    if (reason == AbandonReason.STOPPED) {
      offer(candidate);
    }
  }

  @Override
  public int size() {
    return queue.size();
  }

  @Override
  public List<Candidate> next(int most) {
    return queue.firstOfHosts(most);
  }

  @Override
  public final void save(StateWriter out) throws IOException {
    queue.save(out);
    out.writeNumbers(visited);
    saveOwn(out);
  }

  /** Replaces the state by the saved one; if that fails, the frontier is empty. */
  @Override
  public final void restore(StateReader in) throws IOException {
    inFlight.clear();
    visited.clear();
    try {
      queue.restore(in);
      visited.addAll(in.readNumbers("visit since the last poll"));
      restoreOwn(in);
    } catch (IOException e) {
      queue.clear();
      throw e;
    }
  }

  /**
   * Writes what the subclass has beside the queue, by default nothing.
   *
   * @param out where to
   * @throws IOException if writing fails
   */
  protected void saveOwn(StateWriter out) throws IOException {}

  /**
   * Reads what {@link #saveOwn} wrote.
   *
   * @param in where from
   * @throws IOException if reading fails or the input is not what was written
   */
  protected void restoreOwn(StateReader in) throws IOException {}

  /**
   * {@return whether a candidate is pending here or in flight}
   *
   * @param sequence its sequence number
   */
  public final boolean holds(long sequence) {
    return queue.contains(sequence) || inFlight.contains(sequence);
  }

  /**
   * Notes that a candidate is no longer in flight.
   *
   * @param candidate the candidate
   */
  public final void finish(Candidate candidate) {
    inFlight.remove(candidate.sequence());
    queue.recheck(candidate.url());
  }

  /**
   * A page may link to one that is being fetched right now; to queue it again would fetch it twice.
   */
  private boolean isInFlight(ScoredLink link) {
    long sequence = link.candidate().sequence();
    // only what was known before can be in flight; asked last, because it makes an object
    return link.pending() && !queue.contains(sequence) && inFlight.contains(sequence);
  }
}
