package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.SpilledCandidates.Place;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * A queue whose best candidates are in memory; the others are in a file and come back, best first,
 * when few are left.
 *
 * <p>Nothing in the file goes before anything in memory, so candidates come in the order of the
 * unbounded frontier, as far as keys follow from what does not change; in the file, they keep the
 * keys with which they went there. Where every host in memory must be delayed, the best of a host
 * that is ready comes straight from the file; for that, the best in the file of up to 20,000 hosts
 * is in memory as well. While more hosts than these are delayed at a time, the file may be gone
 * through after each visit. A host window of the frontier counts for what is in memory alone.
 */
final class SpillingQueue extends BoundedFrontier {

  private static final int SHARES = 8;
  private static final int MOST_RESCORED = 16; // in one poll

  private final QueueFrontier frontier;

  SpillingQueue(QueueFrontier frontier, int capacity, int room, Path directory) {
    super(capacity, room, frontier.hostGrouping(), directory);
    this.frontier = frontier;
  }

  @Override
  double keyOf(Candidate candidate) {
    return frontier.keyOf(candidate);
  }

  @Override
  Frontier inMemory() {
    return frontier;
  }

  @Override
  public void seed(Candidate seed) {
    if (spilled.contains(seed.sequence())) {
      merge(seed);
    } else {
      frontier.seed(seed);
      place(seed);
    }
    trim();
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    if (frontier.size() < capacity / SHARES + 1) {
      load(capacity / 2 + 1);
    }
    Optional<Candidate> best = frontier.poll(gate);
    if (best.isEmpty() && hasSpilled()) {
      best = hosts.poll(gate);
      best.ifPresent(frontier::begin);
    }
    return best;
  }

  /**
   * Scores the neighbours of visited ones and what comes first again; what has become worse than
   * the best in the file goes there. If nothing is in the file, the frontier does it.
   */
  @Override
  public Optional<Candidate> poll(HostGate gate, ToDoubleFunction<Candidate> score) {
    if (!hasSpilled()) {
      return frontier.poll(gate, score);
    }
    rekeySome(score, frontier::rekeyNeighbours);
    Optional<Candidate> best = poll(gate);
    for (int i = 0; i < MOST_RESCORED && isScored(best); i++) {
      Candidate fresh = best.get().withScore(score.applyAsDouble(best.get()));
      if (keyOf(fresh) >= keyOf(best.get()) || i == MOST_RESCORED - 1) {
        return Optional.of(fresh);
      }
      frontier.finish(fresh);
      add(fresh);
      best = poll(gate);
    }
    return best;
  }

  private boolean isScored(Optional<Candidate> candidate) {
    return frontier.ordersByScore() && candidate.isPresent() && !candidate.get().isSeed();
  }

  private void add(Candidate candidate) {
    if (spilled.isBeforeAll(candidate, keyOf(candidate))) {
      frontier.offer(candidate);
    } else {
      hosts.add(candidate);
    }
  }

  private void load(int most) {
    if (hasSpilled()) {
      hosts.forget();
      spilled.takeBest(most, frontier::offer);
    }
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    List<ScoredLink> inMemory = new ArrayList<>(links.size());
    for (ScoredLink link : links) {
      if (spilled.contains(link.candidate().sequence())) {
        merge(link.candidate());
      } else {
        inMemory.add(link);
      }
    }
    hosts.recheck(visit.candidate().url());
    hosts.recheck(visit.url());
    frontier.expand(visit, inMemory);
    inMemory.forEach(link -> place(link.candidate()));
    trim();
  }

  /** Moves a candidate that the frontier may have to the file, if that has a better one. */
  private void place(Candidate candidate) {
    if (hasSpilled()) {
      frontier.remove(candidate.sequence()).ifPresent(this::add);
    }
  }

  /** Does to a candidate in the file what the queue does to one in memory. */
  private void merge(Candidate offered) {
    Candidate held = spilled.find(offered.sequence()).orElseThrow();
    Candidate merged = better(held, offered, frontier.ordersByScore() && isBetter(offered));
    if (!merged.equals(held)) {
      hosts.remove(held);
      add(merged);
    }
  }

  private boolean isBetter(Candidate offered) {
    return Place.of(offered, keyOf(offered)).goesBefore(spilled.placeOf(offered.sequence()));
  }

  private void trim() {
    if (frontier.size() > capacity) {
      spillTo(capacity - capacity / SHARES);
    }
  }

  private void spillTo(int left) {
    while (frontier.size() > left) {
      Candidate worst = frontier.removeWorst().orElseThrow();
      hosts.add(worst);
    }
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    hosts.recheck(candidate.url());
    frontier.abandon(candidate, reason);
    place(candidate);
    trim();
  }

  /** Moves the best of all into memory as well. */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    if (frontier.ordersByScore()) {
      super.rekey(score);
      if (hasSpilled()) {
        spillTo(0);
        load(capacity / 2 + 1);
      }
    }
  }

  /** Scores those in memory in their turn; those in the file are scored when they come back. */
  @Override
  public boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
    rekeySome(score, noted -> frontier.rekeyNext(most, noted));
    return true;
  }

  /** Scores some in memory; one that is worse than the best in the file now goes there. */
  private void rekeySome(
      ToDoubleFunction<Candidate> score, Consumer<ToDoubleFunction<Candidate>> some) {
    List<Candidate> scored = new ArrayList<>();
    some.accept(
        candidate -> {
          scored.add(candidate);
          return score.applyAsDouble(candidate);
        });
    scored.forEach(this::place);
  }
}
