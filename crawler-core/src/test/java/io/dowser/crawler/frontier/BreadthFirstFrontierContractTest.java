package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.random.RandomGenerator;

class BreadthFirstFrontierContractTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new BreadthFirstFrontier(HostGrouping.FULL_HOST);
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BREADTH_FIRST;
  }
}
