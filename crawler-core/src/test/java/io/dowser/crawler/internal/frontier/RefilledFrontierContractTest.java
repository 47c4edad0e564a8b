package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.frontier.BestFirstFrontier;
import java.util.random.RandomGenerator;

/** The same with a frontier that is no queue of the toolkit. */
class RefilledFrontierContractTest extends BoundedFrontierContractTest {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return bounded(new UnknownFrontier(BestFirstFrontier.create()));
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.ANY;
  }
}
