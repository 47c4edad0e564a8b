package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Roulette;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The walk over the pending links, which takes links out of the queue (Liu, Chen and Zhao 2023).
 * The cost models share it.
 */
final class Sampler implements Resumable {

  private final int refusals;
  private final long stepLimit;
  final Walk walk;
  final PendingLinks links;
  private final RegionQueue queue;
  private final SplitMix random;
  private final RegionDraw draw;
  private long expansions;

  Sampler(Settings settings, HostGrouping grouping, SplitMix random) {
    this.refusals = SimulatedAnnealingFrontier.refusals(settings);
    this.stepLimit =
        settings.integer(
            "stepLimit",
            1_000_000,
            1,
            Integer.MAX_VALUE,
            "proposals after which the crawl ends; a million takes some 450,000 pages");
    this.walk = new Walk(settings);
    this.links = new PendingLinks(settings, grouping);
    this.queue = links.queue;
    this.random = random;
    this.draw =
        new RegionDraw(
            settings.choice(
                "roulette", Roulette.STOCHASTIC_ACCEPTANCE, "draw of a link from the winning host"),
            random);
  }

  /**
   * Takes the next link out of the queue: the first accepted one, or after too many refusals the
   * best.
   *
   * @return empty if nothing is queued, no region is ready, or the step limit was passed
   */
  Optional<Candidate> next(HostGate gate) {
    if (size() == 0) {
      return Optional.empty();
    }
    if (queue.size() == 0 && !links.release(gate)) {
      return Optional.empty();
    }
    int walker = (int) (expansions % walk.current.length);
    if (!walk.isStarted(walker)) {
      walk.moveTo(walker, Energy.of(queue.bestScore()));
    }
    queue.competition.wake(gate);
    QueuedLink link = choose(walker, gate);
    return link == null ? Optional.empty() : Optional.of(take(link));
  }

  private @Nullable QueuedLink choose(int walker, HostGate gate) {
    for (int refused = 0; refused < refusals; refused++) {
      Region winner = queue.competition.winner(gate);
      if (winner == null) {
        return null;
      }
      QueuedLink proposed = draw.from(winner);
      if (walk.propose(walker, Energy.of(proposed.score()), random.nextDouble())) {
        return proposed;
      }
    }
    Region region = queue.competition.best(gate);
    if (region == null) {
      return null;
    }
    QueuedLink best = region.best();
    walk.moveTo(walker, Energy.of(best.score())); // the refusals before it were booked
    return best;
  }

  private Candidate take(QueuedLink link) {
    expansions++;
    walk.testFlatness();
    return queue.take(link);
  }

  /**
   * Returns the number of links that {@link #next} will return; 0 once the step limit is passed.
   */
  int size() {
    return walk.steps > stepLimit ? 0 : links.size();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    walk.save(out);
    links.save(out);
    random.save(out);
    out.writeLong(expansions);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    walk.restore(in);
    links.restore(in);
    random.restore(in);
    expansions = in.readNumber("number of links taken");
  }
}
