package io.dowser.crawler.lab;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Knows the whole web and is greedy: a pending page that is relevant, and if there is none, one
 * from which the nearest relevant page that was not fetched yet is the fewest links away. Greed is
 * not quite the best, but near to it, and nothing that has to guess should do better for long.
 */
final class OracleOrder implements Frontier {

  private static final int FAR = Integer.MAX_VALUE;

  private final Census census;
  private final int[][] linksTo;
  private final BitSet fetched = new BitSet();
  private final Map<Integer, Candidate> pending = new LinkedHashMap<>();
  private int[] distances;
  private boolean stale;

  OracleOrder(Census census) {
    this.census = census;
    this.linksTo = turned(census.web().links());
    this.distances = new int[census.size()];
    measure();
  }

  private static int[][] turned(int[][] links) {
    var counts = new int[links.length];
    for (int[] targets : links) {
      for (int target : targets) {
        counts[target]++;
      }
    }
    var sources = new int[links.length][];
    Arrays.setAll(sources, page -> new int[counts[page]]);
    for (int page = 0; page < links.length; page++) {
      for (int target : links[page]) {
        sources[target][--counts[target]] = page;
      }
    }
    return sources;
  }

  @Override
  public void seed(Candidate seed) {
    add(seed);
  }

  private void add(Candidate candidate) {
    census.web().number(candidate.url()).ifPresent(page -> pending.putIfAbsent(page, candidate));
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    int best = nearest();
    if (stale && distances[best] > 0) { // what is relevant stays at distance 0 until it is fetched
      measure();
      best = nearest();
    }
    fetched.set(best);
    stale |= census.isRelevant(best);
    return Optional.ofNullable(pending.remove(best));
  }

  private int nearest() {
    Comparator<Integer> byDistance = Comparator.comparingInt(page -> distances[page]);
    return pending.keySet().stream().min(byDistance).orElseThrow();
  }

  /** Links to the nearest relevant page not fetched yet, for all pages, from those backwards. */
  private void measure() {
    distances = new int[census.size()];
    Arrays.fill(distances, FAR);
    var next = new ArrayDeque<Integer>();
    for (int page = 0; page < distances.length; page++) {
      if (census.isRelevant(page) && !fetched.get(page)) {
        distances[page] = 0;
        next.add(page);
      }
    }
    while (!next.isEmpty()) {
      int page = next.remove();
      for (int source : linksTo[page]) {
        if (distances[source] == FAR) {
          distances[source] = distances[page] + 1;
          next.add(source);
        }
      }
    }
    stale = false;
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    links.forEach(link -> add(link.candidate()));
    pending.keySet().removeIf(fetched::get);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    // it was taken out when it was polled
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    // it knows better than any score
  }

  @Override
  public int size() {
    return pending.size();
  }
}
