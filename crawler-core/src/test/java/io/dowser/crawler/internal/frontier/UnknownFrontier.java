package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.frontier.BestFirstFrontier;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/** A best-first frontier whose class is unknown: it has the methods of each frontier alone. */
record UnknownFrontier(BestFirstFrontier frontier, BooleanSupplier ended, BooleanSupplier drops)
    implements Frontier, Resumable {

  UnknownFrontier(BestFirstFrontier frontier) {
    this(frontier, () -> false, () -> false);
  }

  @Override
  public void seed(Candidate seed) {
    if (!drops.getAsBoolean()) {
      frontier.seed(seed);
    }
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    return ended.getAsBoolean() ? Optional.empty() : frontier.poll(gate);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    frontier.expand(visit, links);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    frontier.abandon(candidate, reason);
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    frontier.rekey(score);
  }

  @Override
  public int size() {
    return ended.getAsBoolean() ? 0 : frontier.size();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    frontier.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    frontier.restore(in);
  }
}
