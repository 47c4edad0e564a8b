package io.dowser.examples.plugins;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.random.RandomGenerator;

class ShallowFirstFrontierTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new ShallowFirstFrontier(HostGrouping.FULL_HOST, random.nextDouble());
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BY_KEY;
  }
}
