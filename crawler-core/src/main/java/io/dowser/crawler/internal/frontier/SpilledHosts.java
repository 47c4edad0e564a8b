package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.internal.store.SpilledCandidates;
import io.dowser.crawler.internal.store.SpilledCandidates.Place;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the best candidate in the file whose host may be visited now.
 *
 * <p>The file is read from its best candidate on, only as far as is needed. Of each host that was
 * met, the best candidate is in a queue as well, so that delayed hosts are met once; there is room
 * for some hosts, and those that are met behind them are met again the next time. What was met is
 * forgotten when another gate comes, because a frontier that was restored has met nothing. What
 * counts is the place that a candidate has in the file, even if the frontier's key has moved.
 *
 * <p>Not thread-safe.
 */
final class SpilledHosts {

  private final SpilledCandidates file;
  private final HostGrouping grouping;
  private final ToDoubleFunction<Candidate> keyOf;
  private final int room;
  private final HostGroupedQueue heads;
  private final Map<String, Place> headOf = new HashMap<>();

  /** Each host with a candidate up to here has its best one in the queue. */
  private @Nullable Place met;

  private boolean metAll;

  /** Until then all hosts of the file are delayed, if nothing changes meanwhile. */
  private @Nullable Long delayUntil;

  private @Nullable HostGate lastGate;

  /**
   * Begins without having met any.
   *
   * @param room how many hosts are remembered, 1 or more; may become twice as many for a while
   */
  SpilledHosts(
      SpilledCandidates file, HostGrouping grouping, ToDoubleFunction<Candidate> keyOf, int room) {
    this.file = file;
    this.grouping = grouping;
    this.keyOf = keyOf;
    this.room = room;
    this.heads = HostGroupedQueue.of(grouping);
  }

  /** Takes the best candidate of a ready host out of the file. */
  Optional<Candidate> poll(HostGate gate) {
    if (gate != lastGate) {
      forget();
      lastGate = gate;
    }
    Optional<Candidate> best = heads.poll(gate);
    boolean allDelayed = metAll || (delayUntil != null && delayUntil - gate.now() > 0);
    if (best.isEmpty() && !allDelayed) {
      best = meet(gate);
    }
    best.ifPresent(this::remove);
    return best;
  }

  /** Reads on until there is a host that is ready; all hosts in the queue must be delayed. */
  private Optional<Candidate> meet(HostGate gate) {
    var ready = new AtomicReference<Candidate>();
    Map<String, Long> noRoom = new HashMap<>(); // when hosts without room are ready
    file.showPlaces(
        met,
        (place, host) -> {
          if (!headOf.containsKey(host) && !noRoom.containsKey(host)) {
            ready.set(meet(place, host, gate, noRoom));
          }
          met = noRoom.isEmpty() ? place : met;
          return ready.get() == null;
        });
    Optional<Candidate> found = Optional.ofNullable(ready.get());
    metAll = found.isEmpty() && noRoom.isEmpty();
    delayUntil = found.isPresent() ? null : earliest(noRoom.values());
    return found;
  }

  /** Compares by differences, because only these mean anything. */
  private static @Nullable Long earliest(Collection<Long> times) {
    return times.stream().min((a, b) -> Long.signum(a - b)).orElse(null);
  }

  /** Returns the best candidate of a host if it is ready, and remembers it if not. */
  private @Nullable Candidate meet(
      Place place, String host, HostGate gate, Map<String, Long> noRoom) {
    Candidate best = file.find(place.sequence()).orElseThrow();
    long readyAt = gate.readyAt(best.url());
    if (readyAt - gate.now() <= 0) {
      return best;
    }
    if (headOf.size() < room) {
      addHead(host, place, best);
    } else {
      noRoom.put(host, readyAt);
    }
    return null;
  }

  private void addHead(String host, Place place, Candidate candidate) {
    headOf.put(host, place);
    heads.offer(candidate, place.key());
  }

  /** Puts a candidate into the file. */
  void add(Candidate candidate) {
    Place place = Place.of(candidate, keyOf.applyAsDouble(candidate));
    file.add(candidate, place.key());
    delayUntil = null;
    if (!isMet(place)) {
      return;
    }
    String host = grouping.groupOf(candidate.url());
    Place head = headOf.get(host);
    if (head == null || place.goesBefore(head)) {
      if (head != null) {
        heads.remove(head.sequence());
      }
      addHead(host, place, candidate);
    }
    if (headOf.size() > 2 * room) {
      forget();
    }
  }

  private boolean isMet(Place place) {
    return metAll || (met != null && !met.goesBefore(place));
  }

  /** Takes a candidate out of the file; the next one of its host takes its place in the queue. */
  void remove(Candidate candidate) {
    file.remove(candidate.sequence());
    String host = grouping.groupOf(candidate.url());
    Place head = headOf.get(host);
    if (head != null && head.sequence() == candidate.sequence()) {
      headOf.remove(host);
      heads.remove(candidate.sequence());
      file.bestOf(host)
          .filter(this::isMet)
          .ifPresent(next -> addHead(host, next, file.find(next.sequence()).orElseThrow()));
    }
  }

  /** Takes the best candidate out of the file, whether its host is ready or not. */
  Candidate takeBest() {
    Candidate best = file.best().orElseThrow();
    remove(best);
    return best;
  }

  /** A visit to a host has ended, which may be ready sooner for that. */
  void recheck(CrawlUrl url) {
    heads.recheck(url);
    delayUntil = null;
  }

  /** Counts the hosts that are remembered. */
  int size() {
    return headOf.size();
  }

  /** Forgets what was met, for example because the file was changed by others. */
  void forget() {
    heads.clear();
    headOf.clear();
    met = null;
    metAll = false;
    delayUntil = null;
  }
}
