package io.dowser.crawler.lab;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/** Returns any of the pending candidates, each as likely; seeds come first. Hosts never rest. */
final class RandomOrder implements Frontier {

  private final RandomGenerator random;
  private final List<Candidate> seeds = new ArrayList<>();
  private final List<Candidate> pending = new ArrayList<>();

  RandomOrder(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public void seed(Candidate seed) {
    seeds.add(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    if (!seeds.isEmpty()) {
      return Optional.of(seeds.remove(0));
    }
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    int last = pending.size() - 1;
    int drawn = random.nextInt(last + 1);
    Candidate chosen = pending.get(drawn);
    pending.set(drawn, pending.get(last));
    pending.remove(last);
    return Optional.of(chosen);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    links.stream().filter(link -> !link.pending()).map(ScoredLink::candidate).forEach(pending::add);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    // it was taken out when it was polled
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    // chance does not look at scores
  }

  @Override
  public int size() {
    return seeds.size() + pending.size();
  }
}
