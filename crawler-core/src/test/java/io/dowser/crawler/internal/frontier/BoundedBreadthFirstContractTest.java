package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.frontier.BreadthFirstFrontier;
import java.util.random.RandomGenerator;

/** The same in the order of age. */
class BoundedBreadthFirstContractTest extends BoundedFrontierContractTest {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return bounded(BreadthFirstFrontier.create());
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BREADTH_FIRST;
  }
}
