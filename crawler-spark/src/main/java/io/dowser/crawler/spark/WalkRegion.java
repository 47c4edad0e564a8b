package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a {@link Walker} may still take of one host: gives one at a place, the best, and the mean
 * energy, and takes one out, without looking at the others. Not thread-safe.
 */
final class WalkRegion {

  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble(WalkRegion::energy)
          .reversed()
          .thenComparingLong(Candidate::sequence);

  private final Candidate representative;
  private final List<Candidate> pending = new ArrayList<>();
  private final Map<Long, Integer> places = new HashMap<>();
  private final TreeSet<Candidate> ranked = new TreeSet<>(BEST_FIRST);
  private double sum;
  private int served;

  /**
   * Begins, empty.
   *
   * @param representative any URL of the host; stands for the region among others
   */
  WalkRegion(Candidate representative) {
    this.representative = representative;
  }

  /** Returns a score as an energy, 0 to 1. */
  static double energy(Candidate candidate) {
    return Math.max(0, Math.min(1, candidate.score()));
  }

  Candidate representative() {
    return representative;
  }

  void add(Candidate candidate) {
    places.put(candidate.sequence(), pending.size());
    pending.add(candidate);
    ranked.add(candidate);
    sum += energy(candidate);
  }

  /** Takes a URL out; false if it is not there. The last one moves to its place. */
  boolean remove(Candidate candidate) {
    Integer place = places.remove(candidate.sequence());
    if (place == null) {
      return false;
    }
    Candidate taken = pending.get(place);
    Candidate last = pending.remove(pending.size() - 1);
    if (last.sequence() != taken.sequence()) {
      pending.set(place, last);
      places.put(last.sequence(), place);
    }
    ranked.remove(taken);
    sum -= energy(taken);
    return true;
  }

  /** Counts what was taken to be visited. */
  int serve() {
    served++;
    return served;
  }

  void clear() {
    pending.clear();
    places.clear();
    ranked.clear();
    sum = 0;
  }

  int size() {
    return pending.size();
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  Candidate get(int place) {
    return pending.get(place);
  }

  /** Returns the one with the most energy, the first that came among equals. */
  Candidate best() {
    return ranked.first();
  }

  double mean() {
    return sum / pending.size();
  }
}
