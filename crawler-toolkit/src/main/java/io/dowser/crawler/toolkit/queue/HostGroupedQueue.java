package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.internal.Checks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pending candidates grouped by host, which serves the best one whose host is ready.
 *
 * <p>Order: higher key, then higher tie-break, then smaller sequence number; with the score as key
 * this is the order of {@link Candidate#goesBefore}. Candidates are addressed by their sequence
 * numbers and merged when they are offered again.
 *
 * <p>There is a sorted set of candidates for each host, one of ready hosts by their best candidate,
 * and one of delayed hosts by the time that the {@link HostGate} reported. So a candidate is added,
 * moved or taken in amortized O(log n), however many hosts are delayed. A host counts as ready
 * until the gate reports otherwise, so the gate is asked only about hosts that come first, and
 * about each only once per delay. One pending URL of 80 characters takes about 400 bytes of heap,
 * its candidate included, and 60 less where it shares the text of its host with others; a host
 * takes some 250.
 *
 * <p>Within a host window of k, a host is not served twice within k consecutive polls: Zou et al.
 * (2009), who ask for k = 100. If every ready host was served within the window, the one that was
 * served longest ago comes next, or in strict mode none: the paper does not treat that case, and on
 * a web of few hosts a strict window soon ends the crawl.
 *
 * <p>Not thread-safe.
 */
public final class HostGroupedQueue {

  /** The result of offering a candidate. */
  public enum Offer {
    /** It was not pending and is now. */
    ADDED,
    /** It was pending already and goes sooner now. */
    RAISED,
    /** It was pending already with an order at least as good, which it keeps. */
    KEPT
  }

  private static final int MOST_RESCORED = 16; // in one poll
  private static final int MOST_LOOKS = 16; // at numbers, for each candidate that is wanted

  private final HostGrouping grouping;
  private final ReadyHosts readyHosts;
  private final Map<Numbered, Entry> entries = new HashMap<>(); // each by itself
  private final Map<String, QueuedHost> hosts = new HashMap<>();
  private @Nullable TreeSet<Entry> lasts; // of all hosts; null until a worst one was asked for
  private long latest; // the largest number that was offered
  private long next; // the number at which the next slice begins

  private HostGroupedQueue(HostGrouping grouping, int window, boolean strict) {
    this.grouping = requireNonNull(grouping, "grouping");
    this.readyHosts = new ReadyHosts(Checks.positive("window", window), strict);
  }

  /**
   * {@return an empty queue without host window}
   *
   * @param grouping the grouping of URLs by host
   */
  public static HostGroupedQueue of(HostGrouping grouping) {
    return new HostGroupedQueue(grouping, 1, false);
  }

  /**
   * {@return an empty queue with a host window}
   *
   * @param grouping the grouping of URLs by host
   * @param window the number of consecutive polls that come from different hosts; 1 means no window
   * @param strict true to serve nothing if every ready host is within the window, false to serve
   *     the one that was served longest ago
   * @throws IllegalArgumentException if the window is below 1
   */
  public static HostGroupedQueue withHostWindow(HostGrouping grouping, int window, boolean strict) {
    return new HostGroupedQueue(grouping, window, strict);
  }

  /**
   * Offers a candidate with its score as key.
   *
   * @param candidate a candidate, pending already or not
   * @return the result of the offer
   */
  public Offer offer(Candidate candidate) {
    return offer(candidate, candidate.score());
  }

  /**
   * Offers a candidate under another key than its score.
   *
   * <p>If it is pending already, the better of the two orders stays, together with the score,
   * tie-break, parent, path state and features that came with it; the depth becomes the smaller one
   * in any case.
   *
   * @param candidate a candidate, pending already or not
   * @param key higher goes first; any number, infinities included
   * @return the result of the offer
   * @throws IllegalArgumentException if the key is not a number
   */
  public Offer offer(Candidate candidate, double key) {
    double place = number(key);
    Entry held = entry(candidate.sequence());
    if (held == null) {
      add(new Entry(candidate, place, host(candidate.url())));
      latest = Math.max(latest, candidate.sequence());
      return Offer.ADDED;
    }
    int depth = Math.min(candidate.depth(), held.candidate.depth());
    if (!isRaised(held, place, candidate.tieBreak())) {
      held.candidate = held.candidate.withDepth(depth);
      return Offer.KEPT;
    }
    replace(held, candidate.withDepth(depth), place);
    return Offer.RAISED;
  }

  private static boolean isRaised(Entry held, double key, double tieBreak) {
    int byKey = Double.compare(key, held.key);
    return byKey != 0 ? byKey > 0 : tieBreak > held.candidate.tieBreak();
  }

  /**
   * Takes out the best candidate whose host may be visited now and, if there is a host window, was
   * not served within it.
   *
   * @param gate the gate of the hosts; the answers of another one before are forgotten
   * @return the candidate as it was offered, or empty if nothing may be served now
   */
  public Optional<Candidate> poll(HostGate gate) {
    Entry first = firstReady(gate);
    return first == null ? Optional.empty() : Optional.of(take(first));
  }

  /**
   * Takes out a candidate as {@link #poll(HostGate)} does, but assigns a new score and a new key to
   * each one that comes first, until one stays first. After {@value #MOST_RESCORED} of them, the
   * best of these is taken. So the candidate that comes out always has a new score, however many
   * are pending; one whose score has risen deep in the queue is not found.
   *
   * @param gate the gate of the hosts
   * @param score the new score of a candidate, which is not a seed; must not change during the call
   * @param key the key of a candidate with its new score
   * @return the candidate with its new score, or empty if nothing may be served now
   * @throws IllegalArgumentException if a new score is not finite or a key is not a number; the
   *     candidates keep the scores that they have
   */
  public Optional<Candidate> poll(
      HostGate gate, ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    Entry best = null; // of those scored here
    for (int rescored = 0; ; rescored++) {
      Entry first = firstReady(gate);
      if (first == null) {
        return Optional.empty();
      }
      if (first.equals(best) || first.candidate.isSeed()) {
        return Optional.of(take(first));
      }
      if (best != null && rescored == MOST_RESCORED) {
        return Optional.of(take(best));
      }
      Entry fresh = rescore(first, score, key);
      if (fresh.key >= first.key) {
        return Optional.of(take(fresh));
      }
      best = best == null || fresh.key > best.key ? fresh : best;
    }
  }

  /**
   * Returns the candidate that probably comes first. The gate is not asked about its host, so
   * {@link #pollFirst} may find that delayed.
   *
   * @param gate decides which hosts are ready; the times of a former gate are dropped
   * @return the candidate, or empty if all hosts with candidates are held back
   */
  public Optional<Candidate> peek(HostGate gate) {
    readyHosts.wake(gate);
    Entry first = readyHosts.first();
    return first == null ? Optional.empty() : Optional.of(first.candidate);
  }

  /**
   * Takes out the candidate that {@link #peek} returned just before, if its host may be visited
   * now; otherwise another one comes first from now on. For strategies that choose between several
   * queues.
   *
   * @param gate the gate with which {@link #peek} was called
   * @return the candidate, or empty if its host must be delayed
   */
  public Optional<Candidate> pollFirst(HostGate gate) {
    Entry first = readyHosts.first();
    return first != null && readyHosts.isReady(first, gate)
        ? Optional.of(take(first))
        : Optional.empty();
  }

  private @Nullable Entry firstReady(HostGate gate) {
    readyHosts.wake(gate);
    Entry first = readyHosts.first();
    while (first != null && !readyHosts.isReady(first, gate)) {
      first = readyHosts.first();
    }
    return first;
  }

  private Candidate take(Entry entry) {
    readyHosts.polled(entry.host).ifPresent(this::forgetIfIdle);
    remove(entry);
    return entry.candidate;
  }

  /**
   * Looks at the best candidate of each host, whether the host is ready or not. Takes O(hosts).
   *
   * @param most the largest number of candidates, 1 or more
   * @return the best of them, best first
   */
  List<Candidate> firstOfHosts(int most) {
    return hosts.values().stream()
        .flatMap(host -> Stream.ofNullable(host.first()))
        .sorted()
        .limit(most)
        .map(entry -> entry.candidate)
        .toList();
  }

  /**
   * Reports that a host may be ready sooner than the gate announced, because a visit to it has
   * ended.
   *
   * @param url any URL of the host
   */
  public void recheck(CrawlUrl url) {
    QueuedHost host = hosts.get(grouping.groupOf(url));
    if (host != null) {
      readyHosts.recheck(host);
    }
  }

  /**
   * {@return a pending candidate as it was offered, later changes included; empty if it is not
   * pending}
   *
   * @param sequence its number
   */
  public Optional<Candidate> find(long sequence) {
    return Optional.ofNullable(entry(sequence)).map(entry -> entry.candidate);
  }

  /**
   * {@return whether it was offered and neither polled nor removed since}
   *
   * @param sequence its number
   */
  public boolean contains(long sequence) {
    return entry(sequence) != null;
  }

  /** {@return all pending candidates, in no particular order; later changes do not show} */
  public List<Candidate> candidates() {
    return entries.values().stream().map(entry -> entry.candidate).toList();
  }

  /**
   * Takes out one candidate, whether its host is ready or not.
   *
   * @param sequence its number
   * @return the candidate, or empty if it is not pending
   */
  public Optional<Candidate> remove(long sequence) {
    Entry entry = entry(sequence);
    if (entry == null) {
      return Optional.empty();
    }
    remove(entry);
    return Optional.of(entry.candidate);
  }

  /**
   * {@return the candidate that comes last in the order: the smallest key, and of equals the one
   * discovered latest; empty if nothing is pending}
   *
   * <p>The first call takes O(hosts) and sorts what was added to them, later calls O(log hosts).
   */
  public Optional<Candidate> worst() {
    if (lasts == null) {
      lasts = new TreeSet<>();
      for (QueuedHost host : hosts.values()) {
        Stream.ofNullable(host.last()).forEach(lasts::add);
      }
    }
    return lasts.isEmpty() ? Optional.empty() : Optional.of(lasts.last().candidate);
  }

  /**
   * Takes out the candidate that comes last in the order.
   *
   * @return the candidate that {@link #worst} returns, or empty if there is none
   */
  public Optional<Candidate> removeWorst() {
    return worst().flatMap(worst -> remove(worst.sequence()));
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
    Entry entry = entry(sequence);
    if (entry == null || entry.candidate.isSeed()) {
      return false;
    }
    replace(entry, entry.candidate, place);
    return true;
  }

  /**
   * Moves all candidates of one host, without a change to their scores; seeds keep their places.
   * Takes O(m log m) for a host with m candidates.
   *
   * @param url any URL of the host
   * @param key the new key of a candidate; if it throws, the queue is as before
   * @throws IllegalArgumentException if a key is not a number; the queue is as before
   */
  public void rekeyHost(CrawlUrl url, ToDoubleFunction<Candidate> key) {
    QueuedHost host = hosts.get(grouping.groupOf(url));
    if (host == null) {
      return;
    }
    List<Entry> rekeyed = new ArrayList<>();
    for (Entry entry : host.entries()) {
      rekeyed.add(entry.candidate.isSeed() ? entry : withKey(entry, entry.candidate, key));
    }
    for (Entry entry : rekeyed) {
      entries.remove(entry);
      entries.put(entry, entry);
    }
    change(
        host,
        changed -> {
          changed.clear();
          rekeyed.forEach(changed::add);
        });
  }

  /**
   * Takes note that a candidate was found nearer to a seed; its place in the queue stays.
   *
   * @param sequence its number
   * @param depth ignored unless smaller than the present depth
   * @return false if it is not pending
   */
  public boolean lowerDepth(long sequence, int depth) {
    Entry entry = entry(sequence);
    if (entry == null) {
      return false;
    }
    entry.candidate = entry.candidate.withDepth(Math.min(depth, entry.candidate.depth()));
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
   * Assigns a new score and a new key to every candidate but the seeds: first all new scores and
   * keys are asked for, then all candidates are put in their new places. Takes O(n log n).
   *
   * @param score the new score of a candidate; if it throws, the queue is as before
   * @param key the key of a candidate with its new score; if it throws, the queue is as before
   * @throws IllegalArgumentException if a new score is not finite or a key is not a number; the
   *     queue is as before
   */
  public void rescore(ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    List<Entry> rescored = new ArrayList<>(entries.size());
    for (Entry entry : entries.values()) {
      rescored.add(entry.candidate.isSeed() ? entry : rescored(entry, score, key));
    }
    hosts.values().forEach(QueuedHost::clear);
    entries.clear();
    for (Entry entry : rescored) {
      entries.put(entry, entry);
      entry.host.add(entry);
    }
    readyHosts.reorder(hosts.values());
    lasts = null;
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
    Entry entry = entry(sequence);
    if (entry == null || entry.candidate.isSeed()) {
      return false;
    }
    rescore(entry, score, key);
    return true;
  }

  /**
   * Assigns a new score and a new key to some candidates in the order of their numbers, from where
   * the last call has ended; after the largest number comes the smallest. Seeds keep their scores.
   * The cost does not depend on the number of candidates.
   *
   * @param most the largest number of candidates, 1 or more; where few numbers are pending, fewer
   *     may be scored
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

  private Entry rescore(
      Entry entry, ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    Entry fresh = rescored(entry, score, key);
    replace(entry, fresh);
    return fresh;
  }

  private static Entry rescored(
      Entry entry, ToDoubleFunction<Candidate> score, ToDoubleFunction<Candidate> key) {
    double fresh = Checks.finiteScore(entry.candidate.url(), score.applyAsDouble(entry.candidate));
    return withKey(entry, entry.candidate.withScore(fresh), key);
  }

  private static Entry withKey(Entry old, Candidate candidate, ToDoubleFunction<Candidate> key) {
    return new Entry(candidate, number(key.applyAsDouble(candidate)), old.host);
  }

  /** {@return the number of pending candidates, 0 or more} */
  public int size() {
    return entries.size();
  }

  /** Takes everything out and forgets which hosts were served. */
  public void clear() {
    entries.clear();
    hosts.clear();
    readyHosts.clear();
    lasts = null;
    latest = 0;
    next = 0;
  }

  private @Nullable Entry entry(long sequence) {
    return entries.get(new Numbered(sequence));
  }

  private QueuedHost host(CrawlUrl url) {
    return hosts.computeIfAbsent(grouping.groupOf(url), QueuedHost::new);
  }

  private void replace(Entry old, Candidate candidate, double key) {
    replace(old, new Entry(candidate, key, old.host));
  }

  private void replace(Entry old, Entry fresh) {
    entries.remove(old);
    entries.put(fresh, fresh);
    change(
        old.host,
        host -> {
          host.remove(old);
          host.add(fresh);
        });
  }

  private void add(Entry entry) {
    entries.put(entry, entry);
    change(entry.host, host -> host.add(entry));
  }

  private void remove(Entry entry) {
    entries.remove(entry);
    change(entry.host, host -> host.remove(entry));
    forgetIfIdle(entry.host);
  }

  /** Changes the candidates of a host, and moves it to where its first and last one belong. */
  private void change(QueuedHost host, Consumer<QueuedHost> change) {
    Entry first = host.first();
    Entry last = lasts == null ? null : host.last();
    change.accept(host);
    readyHosts.changed(host, first);
    if (lasts != null) {
      Stream.ofNullable(last).forEach(lasts::remove);
      Stream.ofNullable(host.last()).forEach(lasts::add);
    }
  }

  /** Forgets a host without candidates, unless its last poll still matters. */
  private void forgetIfIdle(QueuedHost host) {
    if (host.isEmpty() && !readyHosts.isInWindow(host)) {
      hosts.remove(host.name);
    }
  }

  /** Of the two zeros one remains. */
  private static double number(double key) {
    if (Double.isNaN(key)) {
      throw new IllegalArgumentException("key must be a number, but was NaN");
    }
    return key + 0.0;
  }

  /** A sequence number, by which a candidate is found. Spares each entry a boxed number. */
  private static sealed class Numbered permits Entry {

    final long sequence;

    Numbered(long sequence) {
      this.sequence = sequence;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
      return other instanceof Numbered numbered && numbered.sequence == sequence;
    }

    @Override
    public final int hashCode() {
      return Long.hashCode(sequence);
    }
  }

  /** A pending candidate in its place, the one that goes first before the others. */
  static final class Entry extends Numbered implements Comparable<Entry> {

    final double key;
    final QueuedHost host;
    Candidate candidate; // only its depth changes

    Entry(Candidate candidate, double key, QueuedHost host) {
      super(candidate.sequence());
      this.candidate = candidate;
      this.key = key;
      this.host = host;
    }

    @Override
    public int compareTo(Entry other) {
      int byKey = Double.compare(other.key, key);
      if (byKey != 0) {
        return byKey;
      }
      int byTieBreak = Double.compare(other.candidate.tieBreak(), candidate.tieBreak());
      return byTieBreak != 0 ? byTieBreak : Long.compare(sequence, other.sequence);
    }
  }
}
