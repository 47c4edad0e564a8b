package io.dowser.crawler.wanglandau;

import io.dowser.crawler.wanglandau.WangLandauFrontier.CostModel;
import java.util.List;

/**
 * How a walk stands.
 *
 * @param proposals links proposed so far (L)
 * @param accepted proposals that were accepted
 * @param forcedTakes links that were taken after too many refusals in a row
 * @param stage how often ln f was halved (i)
 * @param lnF the present increment
 * @param bands the bands seen so far (S), ascending
 * @param pagesFetched pages downloaded, those of seeds included
 * @param seedPages pages of seeds among them
 * @param pagesKept pages downloaded that are no seeds' and have at least the queue's relevance: the
 *     paper's page count DP. In the cost model {@link CostModel#LAZY} all pages that are no seeds'
 * @param relevantPagesKept those of the pages kept that the crawl's judge finds relevant (LP)
 * @param queued links in the queue
 * @param suspended pending links beside the queue for a higher rank
 * @param promoted suspended links that were queued later because their rank passed the limit
 * @param released suspended links that were queued because nothing else waited
 * @param dropped suspended links that were given up because too many were suspended
 */
record WalkStatistics(
    long proposals,
    long accepted,
    long forcedTakes,
    int stage,
    double lnF,
    List<Band> bands,
    long pagesFetched,
    long seedPages,
    long pagesKept,
    long relevantPagesKept,
    int queued,
    int suspended,
    long promoted,
    long released,
    long dropped) {

  /**
   * A band of energies, and how the walk stands with it.
   *
   * @param number from 0 upwards
   * @param lnG natural logarithm of the estimate g
   * @param visits visits in the present stage (H)
   */
  record Band(int number, double lnG, long visits) {}
}
