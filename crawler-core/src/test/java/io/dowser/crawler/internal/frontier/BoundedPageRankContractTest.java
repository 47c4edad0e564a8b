package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.frontier.PageRankFrontier;
import java.util.random.RandomGenerator;

/** The same with keys that move with each visit. */
class BoundedPageRankContractTest extends BoundedFrontierContractTest {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return bounded(PageRankFrontier.create());
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.ANY;
  }
}
