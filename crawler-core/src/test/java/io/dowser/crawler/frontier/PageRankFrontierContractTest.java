package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.testkit.FrontierContract;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import java.util.random.RandomGenerator;

class PageRankFrontierContractTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new PageRankFrontier(HostGrouping.FULL_HOST, new IncrementalPageRank());
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BY_KEY;
  }
}
