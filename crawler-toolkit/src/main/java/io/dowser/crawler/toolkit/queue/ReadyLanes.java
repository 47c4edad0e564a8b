package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;
import java.util.Objects;

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
  private Lane[] lanes = new Lane[8];
  private int count;

  ReadyLanes(CandidateTable table) {
    this.table = table;
  }

  /** {@return the number of lanes, 0 or more} */
  public int count() {
    return count;
  }

  /**
   * {@return the number of a lane; the number that {@link LaneQueue#add} was given, 0 or more}
   *
   * @param index 0 up to {@link #count} exclusive
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public int lane(int index) {
    return lanes[Objects.checkIndex(index, count)].number;
  }

  /**
   * {@return the key of the first candidate of a lane; the highest key that is ready in the lane}
   *
   * @param index 0 up to {@link #count} exclusive
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public double key(int index) {
    return lanes[Objects.checkIndex(index, count)].ready.peekKey();
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
    return table.goesBefore(first(indexA).firstSlot(), first(indexB).firstSlot());
  }

  /** The cell that serves the lane's first candidate. */
  LaneCell first(int index) {
    return lanes[Objects.checkIndex(index, count)].first();
  }

  /** Takes note that a lane has ready candidates, or has none any more. */
  void update(Lane lane) {
    if (lane.ready.isEmpty()) {
      remove(lane);
    } else if (lane.index < 0) {
      if (count == lanes.length) {
        lanes = Arrays.copyOf(lanes, 2 * count);
      }
      lane.index = count;
      lanes[count++] = lane;
    }
  }

  private void remove(Lane lane) {
    if (lane.index >= 0) {
      Lane last = lanes[--count];
      lanes[lane.index] = last;
      last.index = lane.index;
      lane.index = -1;
    }
  }
}
