package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.testkit.FrontierContract;
import io.dowser.crawler.testkit.ResumableContract;
import java.util.random.RandomGenerator;

class BreadthFirstFrontierContractTest extends FrontierContract implements ResumableContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return BreadthFirstFrontier.create();
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BREADTH_FIRST;
  }
}
