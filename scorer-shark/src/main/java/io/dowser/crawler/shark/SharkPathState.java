package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.PathState;

/**
 * The numbers that the scorers of this package attach to a page: the relevance that its links
 * inherit, for the pages behind them; the relevance R of the page, for {@link SharkFrontier}; and
 * the depth of the pages behind its links, for scorers that limit it.
 *
 * <p>The relevance is passed in this way, instead of being computed again, because the crawl keeps
 * it: after a restart the frontier is notified of visits whose text is no longer there.
 */
final class SharkPathState {

  /**
   * Distinguishes these path states from those of other scorers, none of which has such a number
   * first.
   */
  private static final double MARK = 0x1.d05e4a5ba4bp-700;

  private static final int SIZE = 3;

  private SharkPathState() {}

  static PathState of(double inherited, double relevance) {
    return PathState.of(MARK, inherited, relevance);
  }

  static PathState of(double inherited, double relevance, int depth) {
    return PathState.of(MARK, inherited, relevance, depth);
  }

  /** Reads the depth that was passed down to a page, or that of seeds if there is none. */
  static int depth(AnalyzedPage page, int ofSeed) {
    PathState pathState = page.arrival().pathState();
    return page.arrival().isSeed() || !isOurs(pathState) || pathState.size() == SIZE
        ? ofSeed
        : (int) Math.max(0, Math.min(ofSeed, pathState.get(SIZE)));
  }

  /**
   * Reads the relevance that a page has inherited from the page whose link led to it.
   *
   * @param ofSeed the inherited relevance of a seed
   * @return 0 to 1; 0 if the previous page passed nothing down
   */
  static double inherited(AnalyzedPage page, double ofSeed) {
    if (page.arrival().isSeed()) {
      return ofSeed;
    }
    PathState pathState = page.arrival().pathState();
    return isOurs(pathState) ? share(pathState.get(1)) : 0;
  }

  /**
   * Reads the relevance of a page from the path state of its links, if present; otherwise returns
   * the judge's.
   */
  static double relevance(PathState ofLinks, double byJudge) {
    return isOurs(ofLinks) ? share(ofLinks.get(2)) : byJudge;
  }

  private static boolean isOurs(PathState pathState) {
    return (pathState.size() == SIZE || pathState.size() == SIZE + 1) && pathState.get(0) == MARK;
  }

  private static double share(double value) {
    return Math.max(0, Math.min(1, value));
  }
}
