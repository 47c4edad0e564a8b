package io.dowser.crawler.testkit;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The simplest frontier that keeps every promise: it looks at all candidates at each poll, and
 * counts the visits to each host.
 */
class ListFrontier implements Frontier, Resumable {

  final Map<CrawlUrl, Candidate> pending = new LinkedHashMap<>();
  final Map<String, Integer> visits = new TreeMap<>();

  @Override
  public void seed(Candidate seed) {
    pending.put(seed.url(), seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> best =
        pending.values().stream()
            .filter(candidate -> gate.isReady(candidate.url()))
            .reduce((a, b) -> goesBefore(a, b) ? a : b);
    best.ifPresent(candidate -> pending.remove(candidate.url()));
    return best;
  }

  boolean goesBefore(Candidate a, Candidate b) {
    return a.goesBefore(b);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    visits.merge(visit.url().host(), 1, Integer::sum);
    links.forEach(this::take);
  }

  void take(ScoredLink link) {
    Candidate offered = link.candidate();
    Candidate held = pending.get(offered.url());
    if (held == null ? !link.pending() : offered.score() > held.score()) {
      pending.put(offered.url(), offered);
    }
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    if (reason == AbandonReason.STOPPED) {
      pending.put(candidate.url(), candidate);
    }
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    pending.replaceAll(
        (url, held) -> held.isSeed() ? held : held.withScore(score.applyAsDouble(held)));
  }

  @Override
  public int size() {
    return pending.size();
  }

  @Override
  public Optional<Candidate> removeWorst() {
    Optional<Candidate> worst =
        pending.values().stream().reduce((a, b) -> goesBefore(a, b) ? b : a);
    worst.ifPresent(candidate -> pending.remove(candidate.url()));
    return worst;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeInt(visits.size());
    for (Map.Entry<String, Integer> host : visits.entrySet()) {
      out.writeText(host.getKey());
      out.writeInt(host.getValue());
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    pending.clear();
    visits.clear();
    for (int left = in.readCount("hosts"); left > 0; left--) {
      visits.put(in.readText(), readVisits(in));
    }
  }

  int readVisits(StateReader in) throws IOException {
    return in.readCount("visits");
  }
}
