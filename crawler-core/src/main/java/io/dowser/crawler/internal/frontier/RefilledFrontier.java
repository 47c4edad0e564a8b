package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * A frontier whose order is not known here: while it is full, new links go to a file. For each one
 * that leaves it, the one with the best score comes from there by {@link Frontier#seed}.
 *
 * <p>So the frontier chooses among those that it has, and only what it drops itself is lost. Where
 * it has no link whose host is ready, the best of a ready host in the file gets to it in addition.
 */
final class RefilledFrontier extends BoundedFrontier {

  /** How many come from the file in one poll. */
  private static final int MOST_AT_A_TIME = 1_000;

  private final Frontier frontier;

  RefilledFrontier(
      Frontier frontier, int capacity, int room, HostGrouping grouping, Path directory) {
    super(capacity, room, grouping, directory);
    this.frontier = frontier;
  }

  @Override
  double keyOf(Candidate candidate) {
    return candidate.score();
  }

  @Override
  Frontier inMemory() {
    return frontier;
  }

  @Override
  public void seed(Candidate seed) {
    if (spilled.contains(seed.sequence())) {
      merge(seed);
    } else if (seed.isSeed() || hasRoomFor(1)) {
      frontier.seed(seed);
    } else {
      hosts.add(seed);
    }
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    return poll(gate, () -> frontier.poll(gate));
  }

  @Override
  public Optional<Candidate> poll(HostGate gate, ToDoubleFunction<Candidate> score) {
    return poll(gate, () -> frontier.poll(gate, score));
  }

  private Optional<Candidate> poll(HostGate gate, Supplier<Optional<Candidate>> inMemory) {
    refill();
    Optional<Candidate> best = inMemory.get();
    while (best.isEmpty() && takeReady(gate)) {
      best = inMemory.get();
    }
    best.filter(each -> spilled.contains(each.sequence())).ifPresent(hosts::remove);
    return best;
  }

  /** Refills it, until it drops one; if it is empty then, it has ended, and the file with it. */
  private void refill() {
    boolean grows = true;
    for (int i = 0;
        i < MOST_AT_A_TIME && grows && hasSpilled() && frontier.size() < capacity;
        i++) {
      int before = frontier.size();
      frontier.seed(hosts.takeBest());
      grows = frontier.size() > before;
    }
    if (!grows && frontier.size() == 0) {
      spilled.clear();
      hosts.forget();
    }
  }

  private boolean takeReady(HostGate gate) {
    Optional<Candidate> ready = hasSpilled() ? hosts.poll(gate) : Optional.empty();
    ready.ifPresent(frontier::seed);
    return ready.isPresent();
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    List<ScoredLink> now = new ArrayList<>(links.size());
    for (ScoredLink link : links) {
      if (spilled.contains(link.candidate().sequence())) {
        merge(link.candidate());
      } else if (link.pending() || hasRoomFor(now.size() + 1)) {
        now.add(link);
      } else {
        hosts.add(link.candidate());
      }
    }
    frontier.expand(visit, now);
    hosts.recheck(visit.candidate().url());
    hosts.recheck(visit.url());
  }

  /** While links are in the file, new ones go there, too: only the best of all come from there. */
  private boolean hasRoomFor(int more) {
    return !hasSpilled() && frontier.size() + more <= capacity;
  }

  private void merge(Candidate offered) {
    Candidate held = spilled.find(offered.sequence()).orElseThrow();
    Candidate merged = better(held, offered, offered.goesBefore(held));
    if (!merged.equals(held)) {
      hosts.remove(held);
      seed(merged);
    }
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    frontier.abandon(candidate, reason);
    hosts.recheck(candidate.url());
  }

  /** Scores those in memory in their turn; those in the file are scored when they come back. */
  @Override
  public boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
    return frontier.rekeyNext(most, score);
  }
}
