package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.random.RandomGenerator;

class PageRankFrontierContractTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return PageRankFrontier.create();
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.ANY;
  }
}
