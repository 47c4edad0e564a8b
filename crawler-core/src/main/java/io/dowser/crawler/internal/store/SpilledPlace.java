package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;

/**
 * Where a candidate stands in the order of {@link SpilledCandidates}.
 *
 * @param key higher goes first
 * @param tieBreak of equal keys, higher goes first
 * @param sequence of equal tie-breaks, smaller goes first
 */
public record SpilledPlace(double key, double tieBreak, long sequence) {

  /** Finds the place of a candidate. */
  public static SpilledPlace of(Candidate candidate, double key) {
    return new SpilledPlace(key, candidate.tieBreak(), candidate.sequence());
  }

  /** Compares with another place. */
  public boolean goesBefore(SpilledPlace other) {
    int order = Double.compare(other.key, key);
    order = order != 0 ? order : Double.compare(other.tieBreak, tieBreak);
    return (order != 0 ? order : Long.compare(sequence, other.sequence)) < 0;
  }
}
