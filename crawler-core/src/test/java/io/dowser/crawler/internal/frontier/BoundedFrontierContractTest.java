package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.frontier.BestFirstFrontier;
import io.dowser.crawler.testkit.FrontierContract;
import io.dowser.crawler.testkit.ResumableContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Frontiers of which ten candidates are in memory, and the others in a file. */
class BoundedFrontierContractTest extends FrontierContract implements ResumableContract {

  private static final int CAPACITY = 10;
  private static final int HOSTS = 2;

  private final List<BoundedFrontier> made = new ArrayList<>();

  @TempDir private Path directory;

  @AfterEach
  void close() {
    made.forEach(BoundedFrontier::close);
  }

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return bounded(BestFirstFrontier.create());
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BEST_FIRST;
  }

  final Frontier bounded(Frontier frontier) {
    BoundedFrontier bounded =
        BoundedFrontier.of(frontier, CAPACITY, HOSTS, HostGrouping.FULL_HOST, directory);
    made.add(bounded);
    return bounded;
  }
}
