package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.random.RandomGenerator;

class BestFirstFrontierContractTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new BestFirstFrontier(Settings.none(), HostGrouping.FULL_HOST);
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BEST_FIRST;
  }
}
