package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Pending candidates grouped by host, which serves the best one whose host is ready.
 *
 * <p>Order: higher key, then higher tie-break, then smaller sequence number; with the score as key
 * this is the order of {@link Candidate#goesBefore}. It is a {@link LaneQueue} with one lane, whose
 * candidates are addressed by their sequence numbers and merged when they are offered again; costs
 * and the host window are described there.
 *
 * <p>Not thread-safe.
 */
public final class HostGroupedQueue implements Resumable {

  /** What became of a candidate that was offered. */
  public enum Offer {
    /** It was not pending and is now. */
    ADDED,
    /** It was pending already and goes sooner now. */
    RAISED,
    /** It was pending already with an order at least as good, which it keeps. */
    KEPT
  }

  private static final int LANE = 0;
  private static final int MOST_RESCORED = 16; // in one poll
  private static final ReadyLanes.Choice READY_LANE =
      lanes -> lanes.count() - 1; // the only one, or none

  private static final int MOST_LOOKS = 16; // at numbers, for each candidate that is wanted

  private final LaneQueue pending;
  private long latest; // the largest number that was offered
  private long next; // the number at which the next slice begins

  private HostGroupedQueue(LaneQueue pending) {
    this.pending = pending;
  }

  /**
   * {@return an empty queue without host window}
   *
   * @param grouping which URLs belong to one host
   */
  public static HostGroupedQueue of(HostGrouping grouping) {
    return new HostGroupedQueue(LaneQueue.of(grouping));
  }

  /**
   * {@return an empty queue with a host window}
   *
   * @param grouping which URLs belong to one host
   * @param window how many consecutive polls come from different hosts; 1 means no window
   * @param strict true to serve nothing if every ready host is within the window, false to serve
   *     the one that was served longest ago
   * @throws IllegalArgumentException if the window is below 1
   */
  public static HostGroupedQueue withHostWindow(HostGrouping grouping, int window, boolean strict) {
    return new HostGroupedQueue(new LaneQueue(grouping, window, strict));
  }

  /**
   * Offers a candidate with its score as key.
   *
   * @param candidate a candidate, pending already or not
   * @return what became of it
   */
  public Offer offer(Candidate candidate) {
    return offer(candidate, candidate.score());
  }

  /**
   * Offers a candidate under a key of its own.
   *
   * <p>If it is pending already, the better of the two orders stays, together with the score,
   * tie-break, parent, path state and features that came with it; the depth becomes the smaller one
   * in any case.
   *
   * @param candidate a candidate, pending already or not
   * @param key higher goes first; any number, infinities included
   * @return what became of it
   * @throws IllegalArgumentException if the key is not a number
   */
  public Offer offer(Candidate candidate, double key) {
    double place = number(key);
    int slot = pending.slotOf(candidate.sequence());
    if (slot == LaneQueue.ABSENT) {
      pending.add(candidate, LANE, place);
      latest = Math.max(latest, candidate.sequence());
      return Offer.ADDED;
    }
    int depth = pending.table.depth(slot);
    boolean better = isRaised(slot, place, candidate.tieBreak());
    if (better) {
      pending.replace(slot, candidate, LANE, place);
    }
    pending.lowerDepth(slot, Math.min(candidate.depth(), depth));
    return better ? Offer.RAISED : Offer.KEPT;
  }

  private boolean isRaised(int slot, double key, double tieBreak) {
    int byKey = Double.compare(key, pending.key(slot));
    return byKey != 0 ? byKey > 0 : Double.compare(tieBreak, pending.table.tieBreak(slot)) > 0;
  }

  /**
   * Takes out the best candidate whose host may be visited now and, if there is a host window, was
   * not served within it.
   *
   * @param gate which hosts are ready; the answers of another one before are forgotten
   * @return the candidate as it was offered, or empty if nothing may be served now
   */
  public Optional<Candidate> poll(HostGate gate) {
    return pending.poll(gate, READY_LANE);
  }

  /**
   * Takes out a candidate as {@link #poll(HostGate)} does, but assigns a new score and a new key to
   * each one that comes first, until one stays first. After {@value #MOST_RESCORED} of them, the
   * best of these is taken. So the candidate that comes out always has a new score, however many
   * are pending; one whose score has risen deep in the queue is not found.
   *
   * @param gate which hosts are ready
   * @param score the new score of a candidate, which is not a seed; must not change during the call
   * @param key the key of a candidate with its new score
   * @return the candidate with its new score, or empty if nothing may be served now
   * @throws IllegalArgumentException if a new score is not finite or a key is not a number; the
   *     candidates keep the scores that they have
   */
  public Optional<Candidate> poll(
      HostGate gate, ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    return pending.poll(gate, READY_LANE, new FreshFirst(score, key)::check);
  }

  /** Scores the candidates that come first in one poll, until one stays first. */
  private final class FreshFirst {

    private final ToDoubleFunction<Candidate> score;
    private final ToDoubleFunction<Candidate> keyOf;
    private @Nullable Candidate best; // of those scored here
    private double bestKey;
    private int rescored;

    FreshFirst(ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> keyOf) {
      this.score = score;
      this.keyOf = keyOf;
    }

    /** Returns the candidate to take, or empty if this one has moved and another comes first. */
    Optional<Candidate> check(Candidate first) {
      if (first.isSeed() || (best != null && best.sequence() == first.sequence())) {
        return Optional.of(first);
      }
      if (best != null && rescored == MOST_RESCORED) {
        return Optional.of(best);
      }
      int slot = pending.slotOf(first.sequence());
      double before = pending.key(slot);
      Candidate fresh = rescore(slot, score, keyOf);
      double key = pending.key(slot);
      rescored++;
      if (best == null || key > bestKey) {
        best = fresh;
        bestKey = key;
      }
      return key >= before ? Optional.of(fresh) : Optional.empty();
    }
  }

  /**
   * Looks at the best candidate of each host, whether the host is ready or not. Takes O(hosts).
   *
   * @param most how many, 1 or more
   * @return the best of them, best first
   */
  List<Candidate> firstOfHosts(int most) {
    return pending
        .firstOfHosts()
        .boxed()
        .sorted(Comparator.comparingDouble(slot -> -pending.key(slot)))
        .limit(most)
        .map(pending::get)
        .toList();
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
    return pending.slotOf(sequence) != LaneQueue.ABSENT;
  }

  /**
   * Takes out one candidate, whether its host is ready or not.
   *
   * @param sequence its number
   * @return the candidate, or empty if it is not pending
   */
  public Optional<Candidate> remove(long sequence) {
    return remove(pending.slotOf(sequence));
  }

  /**
   * Takes out the candidate that comes last in the order: the smallest key, and of equals the one
   * discovered latest.
   *
   * <p>The first call takes O(n) and from then on each candidate takes 16 bytes more; later calls
   * take O(log n).
   *
   * @return the candidate, or empty if nothing is pending
   */
  public Optional<Candidate> removeWorst() {
    return remove(pending.last());
  }

  private Optional<Candidate> remove(int slot) {
    return slot == LaneQueue.ABSENT ? Optional.empty() : Optional.of(pending.remove(slot));
  }

  /**
   * Moves one candidate, without a change to its score; a seed keeps its place.
   *
   * @param sequence its number
   * @param key higher goes first; any number, infinities included
   * @return false if it is not pending or is a seed
   * @throws IllegalArgumentException if the key is not a number
   */
  public boolean rekey(long sequence, double key) {
    double place = number(key);
    int slot = pending.slotOf(sequence);
    if (slot == LaneQueue.ABSENT || pending.isSeed(slot)) {
      return false;
    }
    pending.move(slot, LANE, place);
    return true;
  }

  /**
   * Takes note that a candidate was found nearer to a seed; its place in the queue stays.
   *
   * @param sequence its number
   * @param depth ignored unless smaller than the present depth
   * @return false if it is not pending
   */
  public boolean lowerDepth(long sequence, int depth) {
    int slot = pending.slotOf(sequence);
    if (slot == LaneQueue.ABSENT) {
      return false;
    }
    pending.lowerDepth(slot, depth);
    return true;
  }

  /**
   * Assigns a new score to every candidate but the seeds and makes it the key.
   *
   * @param score the new score of a candidate; if it throws, the queue is as before
   * @throws IllegalArgumentException if a new score is not finite; the queue is as before
   */
  public void rescore(ToDoubleFunction<Candidate> score) {
    rescore(score, Candidate::score);
  }

  /**
   * Assigns a new score and a new key to every candidate but the seeds.
   *
   * <p>First all new scores and keys are asked for, then all candidates are put in their new
   * places, which takes O(n).
   *
   * @param score the new score of a candidate; if it throws, the queue is as before
   * @param key the key of a candidate with its new score; if it throws, the queue is as before
   * @throws IllegalArgumentException if a new score is not finite or a key is not a number; the
   *     queue is as before
   */
  public void rescore(ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    var scores = new LongRows(1);
    var keys = new LongRows(1);
    pending
        .slots()
        .forEach(
            slot -> {
              keys.setDouble(slot, 0, pending.key(slot));
              if (!pending.isSeed(slot)) {
                Candidate fresh = rescored(pending.get(slot), score);
                scores.setDouble(slot, 0, fresh.score());
                keys.setDouble(slot, 0, number(key.applyAsDouble(fresh)));
              }
            });
    pending
        .slots()
        .filter(slot -> !pending.isSeed(slot))
        .forEach(slot -> pending.setScore(slot, scores.getDouble(slot, 0)));
    pending.rekeyAll(slot -> keys.getDouble(slot, 0));
  }

  /**
   * Assigns a new score and a new key to one candidate; a seed keeps its own.
   *
   * @param sequence its number
   * @param score the new score of a candidate; if it throws, the queue is as before
   * @param key the key of a candidate with its new score; if it throws, the queue is as before
   * @return false if it is not pending or is a seed
   * @throws IllegalArgumentException if the new score is not finite or the key is not a number; the
   *     queue is as before
   */
  public boolean rescore(
      long sequence, ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    int slot = pending.slotOf(sequence);
    if (slot == LaneQueue.ABSENT || pending.isSeed(slot)) {
      return false;
    }
    rescore(slot, score, key);
    return true;
  }

  /**
   * Assigns a new score and a new key to some candidates in the order of their numbers, from where
   * the last call has ended; after the largest number comes the smallest. Seeds keep their scores.
   * The cost does not depend on the number of candidates.
   *
   * @param most how many, 1 or more; where few numbers are pending, fewer may be scored
   * @param score the new score of a candidate; if it throws, this candidate and those behind it
   *     keep theirs
   * @param key the key of a candidate with its new score; the same
   * @throws IllegalArgumentException if the new score is not finite or the key is not a number
   */
  public void rescoreNext(
      int most, ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    int left = most;
    for (long looks = Math.min(latest + 1, (long) MOST_LOOKS * most); looks > 0; looks--) {
      long number = next;
      next = number >= latest ? 0 : number + 1;
      left -= rescore(number, score, key) ? 1 : 0;
      if (left == 0) {
        return;
      }
    }
  }

  private Candidate rescore(
      int slot, ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    Candidate fresh = rescored(pending.get(slot), score);
    double place = number(key.applyAsDouble(fresh));
    pending.setScore(slot, fresh.score());
    pending.move(slot, LANE, place);
    return fresh;
  }

  private static Candidate rescored(Candidate candidate, ToDoubleFunction<Candidate> score) {
    double fresh = Checks.finiteScore(candidate.url(), score.applyAsDouble(candidate));
    return candidate.withScore(number(fresh));
  }

  /** {@return the number of pending candidates, 0 or more} */
  public int size() {
    return pending.size();
  }

  /** Takes everything out and forgets which hosts were served. */
  public void clear() {
    pending.clear();
    latest = 0;
    next = 0;
  }

  /**
   * Writes the candidates, their keys, the last polls and where the next slice begins. What the
   * gate reported is not written: it is asked again.
   */
  @Override
  public void save(StateWriter out) throws IOException {
    pending.save(out);
    out.writeLong(latest);
    out.writeLong(next);
  }

  /**
   * Replaces everything by what was saved; then candidates are served exactly as they would have
   * been by the queue that was saved, if window and mode are the same. If it fails, the queue is
   * empty.
   */
  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    pending.restore(in);
    try {
      latest = in.readNumber("largest number of a pending URL");
      next = in.readNumber("beginning of a slice");
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  /** Of the two zeros one remains. */
  private static double number(double key) {
    return IndexedHeap.checkKey(key) + 0.0;
  }
}
