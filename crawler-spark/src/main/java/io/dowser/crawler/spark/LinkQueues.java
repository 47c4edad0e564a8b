package io.dowser.crawler.spark;

import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;

/** Says which queue a link waits in. */
interface LinkQueues {

  /** All links wait in one queue. */
  LinkQueues ONE = visit -> link -> 0;

  static LinkQueues of(TaskPlan plan) {
    return ONE;
  }

  /** Looks at a page, whose links it then sorts. */
  OfPage of(Visit visit);

  /** Sorts the links of one page. */
  interface OfPage {

    /** Gives the number of the queue, 0 for the one that is served first. */
    int queue(ScoredLink link);
  }
}
