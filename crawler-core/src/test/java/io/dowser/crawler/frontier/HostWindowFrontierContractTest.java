package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.testkit.FrontierContract;
import io.dowser.crawler.testkit.ResumableContract;
import java.util.random.RandomGenerator;

/** A best-first frontier that prefers hosts which were not among the last four. */
class HostWindowFrontierContractTest extends FrontierContract implements ResumableContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return BestFirstFrontier.builder().hostWindow(4).build();
  }
}
