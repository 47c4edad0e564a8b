package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.testkit.FrontierContract;
import io.dowser.crawler.testkit.ResumableContract;
import java.util.random.RandomGenerator;

/** A best-first frontier with as little room as the contract allows. */
class BestFirstWithCapacityContractTest extends FrontierContract implements ResumableContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return BestFirstFrontier.builder().capacity(1_000).build();
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BEST_FIRST;
  }
}
