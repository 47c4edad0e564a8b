package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;

/**
 * The path state that {@link WangLandauScorer} attaches to a page: its relevance R, for the
 * frontiers.
 *
 * <p>The relevance is passed in this way, instead of being computed again, because the crawl keeps
 * it: after a restart a frontier is notified of visits whose text is no longer there.
 */
final class RelevancePathState {

  /**
   * Distinguishes these path states from those of other scorers, none of which has such a number
   * first.
   */
  private static final double MARK = 0x1.a5e1c9b7d3p-690;

  private static final int SIZE = 2;

  private RelevancePathState() {}

  static PathState of(double relevance) {
    return PathState.of(MARK, relevance);
  }

  /** Reads R of a page; returns the judge's relevance if another scorer rated its links. */
  static double relevance(Visit visit) {
    PathState pathState = visit.pathState();
    boolean isOurs = pathState.size() == SIZE && pathState.get(0) == MARK;
    return Energy.of(isOurs ? pathState.get(1) : visit.relevance());
  }
}
