package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.random.RandomGenerator;

/** A best-first frontier that prefers hosts which were not among the last four. */
class HostWindowFrontierContractTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return BestFirstFrontier.builder().hostWindow(4).build();
  }
}
