package io.dowser.crawler;

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

/** Returns any of those that are pending, and keeps nothing across restarts. */
public class RandomFrontier implements Frontier {

  private final RandomGenerator random;
  private final List<Candidate> pending = new ArrayList<>();

  public RandomFrontier(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public void seed(Candidate seed) {
    pending.add(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    int any = random.nextInt(pending.size());
    boolean ready = gate.isReady(pending.get(any).url());
    return ready ? Optional.of(pending.remove(any)) : Optional.empty();
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    links.stream().filter(link -> !link.pending()).forEach(link -> pending.add(link.candidate()));
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    if (reason == AbandonReason.STOPPED) {
      pending.add(candidate);
    }
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {}

  @Override
  public int size() {
    return pending.size();
  }
}
