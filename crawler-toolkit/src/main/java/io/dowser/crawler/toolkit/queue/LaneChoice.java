package io.dowser.crawler.toolkit.queue;

/** Reports from which lane of a {@link LaneQueue} the next candidate is to come. */
@FunctionalInterface
public interface LaneChoice {

  /** The answer that says: from none of them. */
  int NONE = -1;

  /**
   * Chooses among the lanes in which a candidate is ready as far as is known.
   *
   * <p>It is asked again within one poll for each host that turns out to be delayed, so it must not
   * change its mind or take note of anything by itself.
   *
   * @param lanes the lanes, in no particular order, possibly none; valid during this call only
   * @return the index of one of them, 0 up to {@link ReadyLanes#count} exclusive, or {@link #NONE}
   */
  int choose(ReadyLanes lanes);
}
