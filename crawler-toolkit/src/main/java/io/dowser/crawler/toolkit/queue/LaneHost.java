package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The cells of one host by rising lane number, and where the host itself stands. */
final class LaneHost {

  /** What holds the host back, if anything. */
  enum Place {
    /** It has no candidates. */
    IDLE,
    /** Nothing, as far as is known. */
    READY,
    /** The host window. */
    ASIDE,
    /** The gate, until {@link #readyAt}. */
    DELAYED
  }

  final String name;
  final int number;
  private LaneCell[] cells = new LaneCell[1];
  private int count;
  Place place = Place.IDLE;
  long readyAt;
  long lastPoll; // 0 if never

  LaneHost(String name, int number) {
    this.name = name;
    this.number = number;
  }

  int count() {
    return count;
  }

  LaneCell get(int index) {
    return cells[index];
  }

  @Nullable LaneCell find(int lane) {
    int index = indexFrom(lane);
    return index < count && cells[index].lane.number == lane ? cells[index] : null;
  }

  void insert(LaneCell cell) {
    int index = indexFrom(cell.lane.number);
    if (count == cells.length) {
      cells = Arrays.copyOf(cells, count + 1 + (count >> 1));
    }
    System.arraycopy(cells, index, cells, index + 1, count - index);
    cells[index] = cell;
    count++;
  }

  void remove(LaneCell cell) {
    int index = indexFrom(cell.lane.number);
    count--;
    System.arraycopy(cells, index + 1, cells, index, count - index);
  }

  /** The first index whose lane is not below this one. */
  private int indexFrom(int lane) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cells[middle].lane.number < lane) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
