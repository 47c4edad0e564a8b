package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Pending candidates grouped by host, which serves the best one whose host is ready.
 *
 * <p>Order: higher key, then higher tie-break, then smaller sequence number; with the score as key
 * this is the order of {@link Candidate#goesBefore}. There is a queue of candidates for each host
 * (sorted where it is served, and in runs behind that), a heap of ready hosts by their best
 * candidate and a heap of delayed hosts by the time that the {@link HostGate} reported, so every
 * operation on one candidate takes O(log n) on average over many, however many hosts are delayed.
 * One pending URL of 80 characters takes about 135 bytes of heap in all.
 *
 * <p>Within a host window of k, a host is not served twice within k consecutive polls: Zou et al.
 * (2009), who ask for k = 100. If every ready host was served within the window, the one that was
 * served longest ago comes next, or in strict mode none: the paper says nothing about that case,
 * and on a web of few hosts a strict window soon ends the crawl.
 *
 * <p>Not thread-safe.
 */
public final class HostGroupedQueue implements Resumable {

  /** What became of a candidate that was offered. */
  public enum Offer {
    /** It was not waiting and does now. */
    ADDED,
    /** It was waiting already and goes sooner now. */
    RAISED,
    /** It was waiting already with an order at least as good, which it keeps. */
    KEPT
  }

  private static final int FORMAT = 2;

  private final HostGrouping grouping;
  private final int window;
  private final boolean strict;
  private HostGroups pending;

  private HostGroupedQueue(HostGrouping grouping, int window, boolean strict) {
    this.grouping = requireNonNull(grouping, "grouping");
    this.window = window;
    this.strict = strict;
    this.pending = new HostGroups(grouping, window, strict);
  }

  /**
   * Creates an empty queue without host window.
   *
   * @param grouping which URLs belong to one host
   * @return the queue
   */
  public static HostGroupedQueue of(HostGrouping grouping) {
    return new HostGroupedQueue(grouping, 1, false);
  }

  /**
   * Creates an empty queue with a host window.
   *
   * @param grouping which URLs belong to one host
   * @param window how many consecutive polls come from different hosts; 1 means no window
   * @param strict true to serve nothing if every ready host is within the window, false to serve
   *     the one that was served longest ago
   * @return the queue
   * @throws IllegalArgumentException if the window is below 1
   */
  public static HostGroupedQueue withHostWindow(HostGrouping grouping, int window, boolean strict) {
    if (window < 1) {
      throw new IllegalArgumentException("window must be 1 or more, but was " + window);
    }
    return new HostGroupedQueue(grouping, window, strict);
  }

  /**
   * Offers a candidate with its score as key.
   *
   * @param candidate a candidate, waiting already or not
   * @return what became of it
   */
  public Offer offer(Candidate candidate) {
    return offer(candidate, candidate.score());
  }

  /**
   * Offers a candidate under a key of its own.
   *
   * <p>If it waits already, the better of the two orders stays, together with the score, tie-break,
   * parent, path state and features that came with it; the depth becomes the smaller one in any
   * case.
   *
   * @param candidate a candidate, waiting already or not
   * @param key higher goes first; any number, infinities included
   * @return what became of it
   * @throws IllegalArgumentException if the key is not a number
   */
  public Offer offer(Candidate candidate, double key) {
    return put(candidate, number(key));
  }

  private Offer put(Candidate candidate, double key) {
    int slot = slotOf(candidate.sequence());
    if (slot == CandidateTable.ABSENT) {
      pending.add(candidate, key);
      return Offer.ADDED;
    }
    int depth = Math.min(candidate.depth(), pending.table().depth(slot));
    boolean better = pending.isRaisedBy(key, candidate.tieBreak(), slot);
    if (better) {
      pending.replace(slot, candidate, key);
    }
    pending.table().setDepth(slot, depth);
    return better ? Offer.RAISED : Offer.KEPT;
  }

  /**
   * Takes out the best candidate whose host may be visited now and, if there is a host window, was
   * not served within it.
   *
   * @param gate which hosts are ready; always the same one, or the answers of the former one is
   *     forgotten
   * @return the candidate as it was offered, or empty if nothing may be served now
   */
  public Optional<Candidate> poll(HostGate gate) {
    return pending.poll(gate);
  }

  /**
   * Reports that a host may be ready sooner than the gate announced, because a visit to it has
   * ended.
   *
   * @param url any URL of the host
   */
  public void recheck(CrawlUrl url) {
    pending.recheck(url);
  }

  /**
   * {@return whether it was offered and neither polled nor removed since}
   *
   * @param sequence its number
   */
  public boolean contains(long sequence) {
    return slotOf(sequence) != CandidateTable.ABSENT;
  }

  /**
   * Shows a pending candidate.
   *
   * @param sequence its number
   * @return the candidate, or empty if it does not wait
   */
  public Optional<Candidate> find(long sequence) {
    int slot = slotOf(sequence);
    return slot == CandidateTable.ABSENT
        ? Optional.empty()
        : Optional.of(pending.table().get(slot));
  }

  /**
   * Takes out one candidate, whether its host is ready or not.
   *
   * @param sequence its number
   * @return the candidate, or empty if it does not wait
   */
  public Optional<Candidate> remove(long sequence) {
    int slot = slotOf(sequence);
    return slot == CandidateTable.ABSENT ? Optional.empty() : Optional.of(pending.takeOut(slot));
  }

  /**
   * Takes out the candidate that comes last in the order: the smallest key, and of equals the one
   * discovered latest.
   *
   * <p>The first call takes O(n log n) and from then on each candidate takes 16 bytes more; later
   * calls take O(log n).
   *
   * @return the candidate, or empty if nothing waits
   */
  public Optional<Candidate> removeWorst() {
    return size() == 0 ? Optional.empty() : Optional.of(pending.takeOut(pending.last()));
  }

  /**
   * Moves one candidate, without a change to its score; a seed keeps its place.
   *
   * @param sequence its number
   * @param key higher goes first; any number, infinities included
   * @return false if it does not wait or is a seed
   * @throws IllegalArgumentException if the key is not a number
   */
  public boolean rekey(long sequence, double key) {
    double place = number(key);
    int slot = slotOf(sequence);
    if (slot == CandidateTable.ABSENT || pending.table().isSeed(slot)) {
      return false;
    }
    pending.move(slot, place);
    return true;
  }

  /**
   * Takes note that a candidate was found nearer to a seed; its place in the queue stays.
   *
   * @param sequence its number
   * @param depth ignored unless smaller than the present depth
   * @return false if it does not wait
   */
  public boolean lowerDepth(long sequence, int depth) {
    int slot = slotOf(sequence);
    if (slot == CandidateTable.ABSENT) {
      return false;
    }
    pending.table().setDepth(slot, Math.min(depth, pending.table().depth(slot)));
    return true;
  }

  /**
   * Assigns a new score to every candidate but the seeds and makes it the key.
   *
   * <p>First all new scores are asked for, then all candidates are put in their new places, which
   * takes O(n log n).
   *
   * @param score the new score of a candidate; if it throws, the queue is as before
   * @throws IllegalArgumentException if a new score is not finite; the queue is as before
   */
  public void rescore(ToDoubleFunction<Candidate> score) {
    pending.rescore(score);
  }

  /** {@return the number of pending candidates, 0 or more} */
  public int size() {
    return pending.table().size();
  }

  /** Takes everything out and forgets which hosts were served. */
  public void clear() {
    pending = new HostGroups(grouping, window, strict);
  }

  /**
   * Writes the candidates, their keys and the last polls. What the gate reported is not written: it
   * is asked again.
   */
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    pending.save(out);
  }

  /**
   * Replaces everything by what was saved; then candidates are served exactly as they would have
   * been by the queue that was saved, if window and mode are the same. If it fails, the queue is
   * empty.
   */
  @Override
  public void restore(DataInput in) throws IOException {
    clear();
    try {
      read(in);
    } catch (IOException | RuntimeException e) {
      clear();
      throw e;
    }
  }

  private void read(DataInput in) throws IOException {
    int format = in.readInt();
    if (format != FORMAT) {
      throw new IOException("format of a saved queue must be " + FORMAT + ", but was " + format);
    }
    pending.restore(in);
  }

  private int slotOf(long sequence) {
    return pending.table().slotOf(sequence);
  }

  /** Of the two zeros one remains. */
  private static double number(double key) {
    if (Double.isNaN(key)) {
      throw new IllegalArgumentException("key must be a number, but was " + key);
    }
    return key + 0.0;
  }
}
