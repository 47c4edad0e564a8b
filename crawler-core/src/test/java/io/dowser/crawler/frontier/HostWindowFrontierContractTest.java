package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A best-first frontier that prefers hosts which were not among the last four. */
class HostWindowFrontierContractTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new BestFirstFrontier(Settings.of(Map.of("hostWindow", "4")), HostGrouping.FULL_HOST);
  }
}
