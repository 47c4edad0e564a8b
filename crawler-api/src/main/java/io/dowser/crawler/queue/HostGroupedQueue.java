package io.dowser.crawler.queue;

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
import org.jspecify.annotations.Nullable;

/**
 * Waiting candidates grouped by host, which serves the best one whose host is ready.
 *
 * <p>Order: higher key, then higher tie-break, then smaller sequence number; with the score as key
 * this is the order of {@link Candidate#goesBefore}. There is a queue of candidates for each host
 * (sorted where it is served, and in runs behind that), a heap of ready hosts by their best
 * candidate and a heap of resting hosts by the time that the {@link HostGate} told, so every
 * operation on one candidate takes O(log n) on average over many, however many hosts rest. One
 * waiting URL of 80 characters takes about 135 bytes of heap in all.
 *
 * <p>Within a host window of k, a host is not served twice within k consecutive polls: S. Zou et
 * al. (2009), who ask for k = 100. If every ready host was served within the window, the one that
 * was served longest ago comes next, or in strict mode none: the paper says nothing about that
 * case, and on a web of few hosts a strict window soon ends the crawl.
 *
 * <p>Not safe for use by several threads.
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

  private static final int FORMAT = 1;

  private final HostGrouping grouping;
  private final int window;
  private final boolean strict;
  private final CandidateTable table = new CandidateTable();
  private final SlotOrder order = new SlotOrder(table);
  private WaitingKeys keys = new WaitingKeys(table);
  private Hosts hosts;
  private HostAgenda agenda;
  private @Nullable IndexedHeap worst; // made when first asked for: 16 bytes a candidate

  private HostGroupedQueue(HostGrouping grouping, int window, boolean strict) {
    this.grouping = requireNonNull(grouping, "grouping");
    this.window = window;
    this.strict = strict;
    this.hosts = new Hosts(order);
    this.agenda = new HostAgenda(hosts, table::goesBefore, window, strict);
  }

  /**
   * Makes an empty queue without host window.
   *
   * @param grouping which URLs belong to one host
   * @return the queue
   */
  public static HostGroupedQueue of(HostGrouping grouping) {
    return new HostGroupedQueue(grouping, 1, false);
  }

  /**
   * Makes an empty queue with a host window.
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
   * parent, carry and features that came with it; the depth becomes the smaller one in any case.
   *
   * @param candidate a candidate, waiting already or not
   * @param key higher goes first; any number, infinities included
   * @return what became of it
   * @throws IllegalArgumentException if the key is not a number
   */
  public Offer offer(Candidate candidate, double key) {
    if (Double.isNaN(key)) {
      throw new IllegalArgumentException("key must be a number, but was " + key);
    }
    int slot = table.slotOf(candidate.sequence());
    if (slot == CandidateTable.ABSENT) {
      link(table.add(candidate), candidate.url(), key);
      return Offer.ADDED;
    }
    int depth = Math.min(candidate.depth(), table.depth(slot));
    boolean better = isBetter(key, candidate.tieBreak(), slot);
    if (better) {
      HostQueue host = hosts.get(table.group(slot));
      host.waiting.remove(slot, keys.get(slot));
      table.replace(slot, candidate);
      putBack(slot, key, host);
    }
    table.setDepth(slot, depth);
    return better ? Offer.RAISED : Offer.KEPT;
  }

  /**
   * Takes out the best candidate whose host may be visited now and, if there is a host window, was
   * not served within it.
   *
   * @param gate which hosts are ready; always the same one, or what the former one told is
   *     forgotten
   * @return the candidate as it was offered, or empty if nothing may be served now
   */
  public Optional<Candidate> poll(HostGate gate) {
    long now = gate.now();
    agenda.wake(gate, now);
    for (HostQueue host = agenda.next(); host != null; host = agenda.next()) {
      int slot = host.waiting.peek();
      int place = table.indexPlace(slot);
      Candidate best = table.get(slot);
      long readyAt = gate.readyAt(best.url());
      if (readyAt - now <= 0) {
        host.waiting.pop();
        forget(slot, place);
        agenda.polled(host);
        return Optional.of(best);
      }
      agenda.rest(host, readyAt, now);
    }
    return Optional.empty();
  }

  /**
   * Tells that a host may be ready sooner than the gate announced, because a visit to it has ended.
   *
   * @param url any URL of the host
   */
  public void recheck(CrawlUrl url) {
    HostQueue host = hosts.find(grouping.groupOf(url));
    if (host != null) {
      agenda.recheck(host);
    }
  }

  /**
   * Says whether a candidate waits.
   *
   * @param sequence its number
   * @return true if it was offered and neither polled nor removed since
   */
  public boolean contains(long sequence) {
    return table.slotOf(sequence) != CandidateTable.ABSENT;
  }

  /**
   * Shows a waiting candidate.
   *
   * @param sequence its number
   * @return the candidate, or empty if it does not wait
   */
  public Optional<Candidate> find(long sequence) {
    int slot = table.slotOf(sequence);
    return slot == CandidateTable.ABSENT ? Optional.empty() : Optional.of(table.get(slot));
  }

  /**
   * Takes out one candidate, whether its host is ready or not.
   *
   * @param sequence its number
   * @return the candidate, or empty if it does not wait
   */
  public Optional<Candidate> remove(long sequence) {
    int slot = table.slotOf(sequence);
    return slot == CandidateTable.ABSENT ? Optional.empty() : Optional.of(takeOut(slot));
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
    if (table.size() == 0) {
      return Optional.empty();
    }
    if (worst == null) {
      worst = new IndexedHeap((a, b) -> table.goesBefore(b, a));
      for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
        worst.push(slot, -keys.get(slot));
      }
    }
    return Optional.of(takeOut(worst.peek()));
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
    int slot = table.slotOf(sequence);
    if (slot == CandidateTable.ABSENT || table.isSeed(slot)) {
      return false;
    }
    HostQueue host = hosts.get(table.group(slot));
    host.waiting.remove(slot, keys.get(slot));
    putBack(slot, key, host);
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
    int slot = table.slotOf(sequence);
    if (slot == CandidateTable.ABSENT) {
      return false;
    }
    table.setDepth(slot, Math.min(depth, table.depth(slot)));
    return true;
  }

  /**
   * Gives every candidate but the seeds a new score and makes it the key, in one pass.
   *
   * @param score the new score of a candidate; if it throws, the queue is as before
   * @throws IllegalArgumentException if a new score is not finite; the queue is as before
   */
  public void rescore(ToDoubleFunction<Candidate> score) {
    var fresh = new LongRows(1);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      fresh.setDouble(slot, 0, table.isSeed(slot) ? keys.get(slot) : newScore(slot, score));
    }
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      if (!table.isSeed(slot)) {
        table.setScore(slot, fresh.getDouble(slot, 0));
      }
      keys.set(slot, fresh.getDouble(slot, 0));
    }
    for (HostQueue host : hosts.all()) {
      host.waiting.reorder(keys);
    }
    agenda.allChanged();
    if (worst != null) {
      worst.rekeyAll(slot -> -keys.get(slot));
    }
  }

  /**
   * Counts the waiting candidates.
   *
   * @return 0 or more
   */
  public int size() {
    return table.size();
  }

  /** Takes everything out and forgets which hosts were served. */
  public void clear() {
    table.clear();
    keys = new WaitingKeys(table);
    hosts = new Hosts(order);
    agenda = new HostAgenda(hosts, table::goesBefore, window, strict);
    worst = null;
  }

  /**
   * Writes the candidates, their keys and the last polls. What the gate told is not written: it is
   * asked again.
   */
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    agenda.save(out);
    table.save(out);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      out.writeDouble(keys.get(slot));
    }
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
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  private void read(DataInput in) throws IOException {
    int format = in.readInt();
    if (format != FORMAT) {
      throw new IOException("format of a saved queue must be " + FORMAT + ", but was " + format);
    }
    agenda.restore(in);
    table.restore(in);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      double key = in.readDouble();
      if (Double.isNaN(key)) {
        throw new IOException("key of a saved candidate must be a number, but was " + key);
      }
      link(slot, table.get(slot).url(), key);
    }
  }

  private void link(int slot, CrawlUrl url, double key) {
    HostQueue host = hosts.get(grouping.groupOf(url), table.origin(slot));
    table.setGroup(slot, host.number);
    keys.set(slot, key);
    host.waiting.push(slot, key);
    if (host.waiting.peek() == slot) {
      agenda.changed(host);
    }
    if (worst != null) {
      worst.push(slot, -key);
    }
  }

  private Candidate takeOut(int slot) {
    Candidate candidate = table.get(slot);
    HostQueue host = hosts.get(table.group(slot));
    host.waiting.remove(slot, keys.get(slot));
    forget(slot, table.indexPlace(slot));
    agenda.changed(host);
    return candidate;
  }

  private void forget(int slot, int indexPlace) {
    if (worst != null) {
      worst.remove(slot);
    }
    table.remove(slot, indexPlace);
  }

  private void putBack(int slot, double key, HostQueue host) {
    keys.set(slot, key);
    host.waiting.push(slot, key);
    if (worst != null) {
      worst.rekey(slot, -key);
    }
    agenda.changed(host);
  }

  private boolean isBetter(double key, double tieBreak, int slot) {
    int byKey = Double.compare(key, keys.get(slot));
    return byKey != 0 ? byKey > 0 : Double.compare(tieBreak, table.tieBreak(slot)) > 0;
  }

  private double newScore(int slot, ToDoubleFunction<Candidate> score) {
    Candidate candidate = table.get(slot);
    double fresh = score.applyAsDouble(candidate);
    if (!Double.isFinite(fresh)) {
      throw new IllegalArgumentException(
          "score must be finite, but was " + fresh + " for " + candidate.url());
    }
    return fresh;
  }
}
