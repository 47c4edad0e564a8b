package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import java.util.Comparator;

/**
 * A pending URL as the table has it.
 *
 * @param key its place in the order in which URLs come back to a frontier that is full
 * @param host a number that the URLs of one host share
 */
public record PendingRow(Candidate candidate, double key, int host) {

  /**
   * A place in the order of pending URLs: higher key, then higher tie-break, then smaller number.
   *
   * @param url the number of the URL
   */
  public record Place(double key, double tieBreak, long url) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
        Comparator.comparingDouble(Place::key)
            .thenComparingDouble(Place::tieBreak)
            .reversed()
            .thenComparingLong(Place::url);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }

    /** Returns whether this comes first; of two equal places neither does. */
    public boolean goesBefore(Place other) {
      return compareTo(other) < 0;
    }
  }

  /** Returns the place of the row. */
  public Place place() {
    return new Place(key, candidate.tieBreak(), candidate.sequence());
  }

  /**
   * Returns this row or another one of the same URL, whichever goes first, at the smaller depth.
   */
  PendingRow merge(PendingRow other) {
    return other.place().goesBefore(place()) ? other.notDeeperThan(this) : notDeeperThan(other);
  }

  /** Returns this row at the smaller depth of both. */
  PendingRow notDeeperThan(PendingRow other) {
    int depth = other.candidate.depth();
    return depth >= candidate.depth()
        ? this
        : new PendingRow(candidate.withDepth(depth), key, host);
  }
}
