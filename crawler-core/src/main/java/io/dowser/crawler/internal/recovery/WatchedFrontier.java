package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;

/** Notes abandoned candidates on their way to the journal. */
record WatchedFrontier(JournaledFrontier journal, BiConsumer<Candidate, AbandonReason> abandoned)
    implements Frontier {

  @Override
  public void seed(Candidate seed) {
    journal.seed(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    return journal.poll(gate);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    journal.expand(visit, links);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    journal.abandon(candidate, reason);
    if (!journal.isStopped()) {
      abandoned.accept(candidate, reason);
    }
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    journal.rekey(score);
  }

  @Override
  public int size() {
    return journal.size();
  }
}
