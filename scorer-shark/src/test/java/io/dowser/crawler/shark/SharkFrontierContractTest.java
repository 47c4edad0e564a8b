package io.dowser.crawler.shark;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.testkit.FrontierContract;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

class SharkFrontierContractTest {

  /**
   * Nothing may be lost under the contract, so nothing is rejected where that would be for ever.
   */
  private static final SharkThresholds TWO_QUEUES =
      new SharkThresholds(0.3, 0.1, 0.5, -Double.MAX_VALUE);

  private static final SharkThresholds ONE_QUEUE =
      new SharkThresholds(1, 1, -Double.MAX_VALUE, -Double.MAX_VALUE);

  @Nested
  class Recommended extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Sharks.frontier().thresholds(TWO_QUEUES).build();
    }
  }

  /** What is rejected waits until no host of the queues is ready. */
  @Nested
  class Rejecting extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Sharks.frontier().thresholds(new SharkThresholds(0.9, 0.8, 0.7, 0.4)).build();
    }
  }

  @Nested
  class Paper extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Sharks.frontier().profile(SharkProfile.PAPER).thresholds(TWO_QUEUES).build();
    }
  }

  @Nested
  class HostsAndLargestCount extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Sharks.frontier()
          .thresholds(TWO_QUEUES)
          .linkSources(SharkFrontier.LinkSources.HOSTS)
          .linkShare(SharkFrontier.LinkShare.LARGEST_COUNT)
          .turnRatio(3)
          .build();
    }
  }

  /** Without in-links and with one queue, values are potentials: best-first search. */
  @Nested
  class PotentialAlone extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return Sharks.frontier().thresholds(ONE_QUEUE).theta(1).build();
    }

    @Override
    protected PollOrder pollOrder() {
      return PollOrder.BEST_FIRST;
    }
  }
}
