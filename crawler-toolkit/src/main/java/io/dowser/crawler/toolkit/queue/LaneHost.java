package io.dowser.crawler.toolkit.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cells of one host, mostly few, and where the host itself stands. */
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
  final List<LaneCell> cells = new ArrayList<>(1);
  Place place = Place.IDLE;
  long readyAt;
  long lastPoll; // 0 if never

  LaneHost(String name, int number) {
    this.name = name;
    this.number = number;
  }

  @Nullable LaneCell find(int lane) {
    for (LaneCell cell : cells) {
      if (cell.lane.number == lane) {
        return cell;
      }
    }
    return null;
  }
}
