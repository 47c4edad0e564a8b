package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A frontier may choose by chance, as long as the chance is the crawl's own. */
class RandomListFrontierTest extends FrontierContract {

  @Override
  protected Frontier frontier(RandomGenerator random) {
    return new ListFrontier() {
      @Override
      public Optional<Candidate> poll(HostGate gate) {
        List<Candidate> ready =
            pending.values().stream().filter(each -> gate.isReady(each.url())).toList();
        return ready.isEmpty()
            ? Optional.empty()
            : Optional.of(ready.get(random.nextInt(ready.size())))
                .map(candidate -> pending.remove(candidate.url()));
      }
    };
  }
}
