package io.dowser.crawler.toolkit.queue;

import java.util.ArrayList;
import java.util.List;

/**
 * The lanes of a {@link LaneQueue} in which a candidate is ready as far as is known, each with its
 * first one.
 *
 * <p>The lanes have indexes from 0 without gaps; which lane has which index depends on the history
 * of the queue, so a choice must not depend on it. Not thread-safe.
 */
public final class ReadyLanes {

  /** The index of no lane. */
  public static final int NONE = -1;

  /** Chooses the lane from which the next candidate of a {@link LaneQueue} comes. */
  @FunctionalInterface
  public interface Choice {

    /**
     * Chooses among the lanes in which a candidate is ready as far as is known.
     *
     * <p>It is called again within one poll for each host that turns out to be delayed, so it must
     * not depend on or change anything of its own.
     *
     * @param lanes the lanes, in no particular order, possibly none; valid during this call only
     * @return the index of one of them, 0 up to {@link #count} exclusive, or {@link #NONE}
     */
    int choose(ReadyLanes lanes);
  }

  private final CandidateTable table;
  private final List<Lane> lanes = new ArrayList<>();

  ReadyLanes(CandidateTable table) {
    this.table = table;
  }

  /** {@return the number of lanes, 0 or more} */
  public int count() {
    return lanes.size();
  }

  /**
   * {@return the number of a lane; the number that {@link LaneQueue#add} was given, 0 or more}
   *
   * @param index 0 up to {@link #count} exclusive
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public int lane(int index) {
    return lanes.get(index).number;
  }

  /**
   * {@return the key of the first candidate of a lane; the highest key that is ready in the lane}
   *
   * @param index 0 up to {@link #count} exclusive
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public double key(int index) {
    return lanes.get(index).ready.peekKey();
  }

  /**
   * Decides between the first candidates of two lanes by what comes behind the keys: higher
   * tie-break, then smaller sequence number.
   *
   * @param indexA 0 up to {@link #count} exclusive
   * @param indexB another index
   * @return true if the first candidate of lane {@code indexA} goes first
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public boolean goesBefore(int indexA, int indexB) {
    return table.goesBefore(first(indexA).pending.peek(), first(indexB).pending.peek());
  }

  /** The cell that serves the lane's first candidate. */
  LaneCell first(int index) {
    return lanes.get(index).first();
  }

  /** Takes note that a lane has ready candidates, or has none any more. */
  void update(Lane lane) {
    if (lane.ready.isEmpty()) {
      remove(lane);
    } else if (lane.index < 0) {
      lane.index = lanes.size();
      lanes.add(lane);
    }
  }

  private void remove(Lane lane) {
    if (lane.index >= 0) {
      Lane last = lanes.get(lanes.size() - 1);
      lanes.set(lane.index, last);
      lanes.remove(lanes.size() - 1);
      last.index = lane.index;
      lane.index = -1;
    }
  }
}
