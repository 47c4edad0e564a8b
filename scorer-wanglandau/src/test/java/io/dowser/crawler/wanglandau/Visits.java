package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;

/** Makes visits of more than the usual kind. */
final class Visits {

  private Visits() {}

  /** A visit to whose page a scorer attached something. */
  static Visit carrying(AnalyzedPage page, Carry carry, long... targets) {
    Visit bare = CrawlFixtures.visit(1, page, targets);
    return with(bare, bare.relevant(), carry);
  }

  /** A visit that the judge finds relevant, or not. */
  static Visit judged(Visit visit, boolean relevant) {
    return with(visit, relevant, visit.carry());
  }

  private static Visit with(Visit visit, boolean relevant, Carry carry) {
    return new Visit(
        visit.number(),
        visit.candidate(),
        visit.page(),
        visit.fetched(),
        relevant,
        visit.time(),
        visit.outLinks(),
        carry);
  }
}
