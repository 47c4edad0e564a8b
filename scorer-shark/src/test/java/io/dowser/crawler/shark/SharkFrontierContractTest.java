package io.dowser.crawler.shark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

class SharkFrontierContractTest {

  /**
   * Nothing may be lost under the contract, so nothing is rejected where that would be for ever.
   */
  private static SharkFrontier twoQueues(String... others) {
    var settings = new HashMap<>(Sharks.settings(others).asMap());
    settings.putAll(Map.of("minPrior", "0.5", "minNormal", "" + -Double.MAX_VALUE));
    return SharkFrontier.of(Settings.of(settings), CrawlContext.about(Sharks.TOPIC));
  }

  @Nested
  class Recommended extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return twoQueues();
    }
  }

  /** What is rejected waits until no host of the queues is ready. */
  @Nested
  class Rejecting extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Sharks.frontier(
          "upperLimit", "0.9", "lowerLimit", "0.8", "minPrior", "0.7", "minNormal", "0.4");
    }
  }

  @Nested
  class Paper extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return twoQueues("profile", "paper");
    }
  }

  @Nested
  class HostsAndLargestCount extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return twoQueues("linkSources", "hosts", "linkShare", "largest-count", "turnRatio", "3");
    }
  }

  /** Without in-links and with one queue, values are potentials: best-first search. */
  @Nested
  class PotentialAlone extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Sharks.frontier(
          "theta", "1", "upperLimit", "1", "lowerLimit", "1", "minPrior", "" + -Double.MAX_VALUE);
    }

    @Override
    protected PollOrder pollOrder() {
      return PollOrder.BEST_FIRST;
    }
  }
}
