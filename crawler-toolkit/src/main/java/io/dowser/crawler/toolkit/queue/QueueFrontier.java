package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What frontiers on one host-grouped queue have in common: all but the order of the candidates. */
public abstract class QueueFrontier implements Frontier, Resumable {

  /** Which URLs belong to one host. */
  protected final HostGrouping grouping;

  /** The pending candidates. */
  protected final HostGroupedQueue queue;

  private final Set<Long> inFlight = new HashSet<>(); // polled, not yet expanded or abandoned
  private @Nullable List<CrawlUrl> droppedUrls; // null if they are not taken
  private int capacity = Integer.MAX_VALUE;

  /**
   * Creates a frontier on a queue.
   *
   * @param grouping which URLs belong to one host
   * @param queue an empty queue with the same grouping
   */
  protected QueueFrontier(HostGrouping grouping, HostGroupedQueue queue) {
    this.grouping = grouping;
    this.queue = queue;
  }

  /**
   * Bounds the number of pending URLs: the worst ones are dropped, and taken again if a page links
   * to them later. Those that are dropped from now on wait to be taken by {@link #takeDropped}.
   *
   * @param urls 1 or more; a smaller bound that was set before stays
   * @throws IllegalArgumentException if it is below 1
   */
  public final void bound(int urls) {
    if (urls < 1) {
      throw new IllegalArgumentException("bound must be 1 or more, but was " + urls);
    }
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
   * {@return the URLs that were dropped since the last call, because they did not fit; the URLs, in
   * the order in which they were dropped}
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

  /** Removes all candidates. */
  public final void clear() {
    queue.clear();
  }

  /** {@return which URLs belong to one host} */
  public final HostGrouping hostGrouping() {
    return grouping;
  }

  /**
   * Adds a candidate to the queue, or merges it with the pending one of the same number.
   *
   * @param candidate the candidate
   */
  public abstract void offer(Candidate candidate);

  @Override
  public void seed(Candidate seed) {
    offer(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> best = queue.poll(gate);
    best.ifPresent(this::begin);
    return best;
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
  public final void save(StateWriter out) throws IOException {
    queue.save(out);
    saveOwn(out);
  }

  /** Replaces the state by the saved one; if that fails, the frontier is empty. */
  @Override
  public final void restore(StateReader in) throws IOException {
    inFlight.clear();
    try {
      queue.restore(in);
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
