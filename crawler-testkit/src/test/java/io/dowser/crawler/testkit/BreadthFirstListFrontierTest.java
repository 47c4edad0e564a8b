package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import java.util.random.RandomGenerator;

class BreadthFirstListFrontierTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new ListFrontier() {
      @Override
      boolean goesBefore(Candidate a, Candidate b) {
        return a.sequence() < b.sequence();
      }
    };
  }

  @Override
  protected PollOrder pollOrder() {
    return PollOrder.BREADTH_FIRST;
  }
}
