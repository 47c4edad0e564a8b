package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Frontier;
import java.util.random.RandomGenerator;

class BestFirstListFrontierTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new ListFrontier();
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BEST_FIRST;
  }
}
