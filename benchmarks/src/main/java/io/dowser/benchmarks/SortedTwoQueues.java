package io.dowser.benchmarks;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The frontier of Liu, Lin and Gao 2009 as it is printed: two lists that are sorted after each
 * fetch. It asks no gate, and takes from the second list when the first is empty.
 */
final class SortedTwoQueues implements Frontier {

  private static final double THETA = 0.85;

  /** One URL. */
  private static final class Entry {
    Candidate candidate;
    boolean normal;
    double value;

    Entry(Candidate candidate, boolean normal) {
      this.candidate = candidate;
      this.normal = normal;
    }
  }

  private final Map<Long, Entry> pending = new HashMap<>();
  private final Map<Long, Integer> inLinks = new HashMap<>();
  private final List<Entry> prior = new ArrayList<>();
  private final List<Entry> normal = new ArrayList<>();
  private int crawled;

  @Override
  public void seed(Candidate seed) {
    add(seed, false);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    List<Entry> from = prior.isEmpty() ? normal : prior;
    if (from.isEmpty()) {
      return Optional.empty();
    }
    Entry first = from.remove(from.size() - 1);
    pending.remove(first.candidate.sequence());
    return Optional.of(first.candidate);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    crawled++;
    visit.outLinks().stream().forEach(url -> inLinks.merge(url, 1, Integer::sum));
    for (ScoredLink link : links) {
      offer(link.candidate(), visit.relevance());
    }
    sort(prior);
    sort(normal);
  }

  private void offer(Candidate candidate, double relevance) {
    boolean toNormal = relevance <= 0.3 && candidate.score() < 0.2;
    Entry held = pending.get(candidate.sequence());
    if (held == null) {
      add(candidate, toNormal);
      return;
    }
    if (candidate.score() > held.candidate.score()) {
      held.candidate = candidate;
    }
    if (held.normal && !toNormal) {
      normal.remove(held);
      prior.add(held);
      held.normal = false;
    }
  }

  private void add(Candidate candidate, boolean toNormal) {
    var entry = new Entry(candidate, toNormal);
    pending.put(candidate.sequence(), entry);
    (toNormal ? normal : prior).add(entry);
  }

  /** The best comes last, where it is taken out without moving the others. */
  private void sort(List<Entry> queue) {
    for (Entry entry : queue) {
      double share = inLinks.getOrDefault(entry.candidate.sequence(), 0) / (double) crawled;
      entry.value = THETA * entry.candidate.score() + (1 - THETA) * share;
    }
    queue.sort(Comparator.comparingDouble(entry -> entry.value));
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {}

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    throw new UnsupportedOperationException("only polls and expansions are compared");
  }

  @Override
  public int size() {
    return pending.size();
  }
}
