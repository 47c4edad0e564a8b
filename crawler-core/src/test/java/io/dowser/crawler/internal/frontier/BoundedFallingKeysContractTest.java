package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/** The same with keys that fall with each visit, so that those in the file are out of date. */
class BoundedFallingKeysContractTest extends BoundedFrontierContractTest {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return bounded(new FallingKeys());
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.ANY;
  }

  private static final class FallingKeys extends QueueFrontier {

    private long visits;

    FallingKeys() {
      super(HostGrouping.FULL_HOST);
    }

    @Override
    protected double key(Candidate link) {
      return link.score() - visits * (1 + link.sequence() % 3);
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      visits++;
      super.expand(visit, links);
    }

    @Override
    protected void saveOwn(StateWriter out) throws IOException {
      out.writeLong(visits);
    }

    @Override
    protected void restoreOwn(StateReader in) throws IOException {
      visits = in.readNumber("number of visits");
    }
  }
}
