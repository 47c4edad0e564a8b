package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;

/** Creates visits of more than the usual kind. */
final class Visits {

  private Visits() {}

  /** A visit to whose page a scorer attached something. */
  static Visit carrying(AnalyzedPage page, PathState pathState, long... targets) {
    Visit bare = CrawlFixtures.visit(1, page, targets);
    return with(bare, bare.page(), pathState);
  }

  /** A visit that the judge finds relevant, or not. */
  static Visit judged(Visit visit, boolean relevant) {
    return with(visit, visit.page().withRelevance(visit.relevance(), relevant), visit.pathState());
  }

  private static Visit with(Visit visit, AnalyzedPage page, PathState pathState) {
    return new Visit(
        visit.number(),
        visit.candidate(),
        page,
        visit.fetched(),
        visit.time(),
        visit.outLinks(),
        pathState);
  }
}
