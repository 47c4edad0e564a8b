package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.testkit.FrontierContract;
import io.dowser.crawler.testkit.ResumableContract;
import java.util.random.RandomGenerator;

class BestFirstFrontierContractTest extends FrontierContract implements ResumableContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return BestFirstFrontier.create();
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BEST_FIRST;
  }
}
