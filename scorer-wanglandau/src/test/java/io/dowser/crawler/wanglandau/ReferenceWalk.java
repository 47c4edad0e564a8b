package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The walk as the paper has it, with everything recomputed from the list of links at each step. */
final class ReferenceWalk {

  private final RandomGenerator random;
  private final double leastRelevance;
  private final Map<Long, Candidate> queue = new TreeMap<>();
  private final List<String> hosts = new ArrayList<>(); // in the order in which they were seen
  private final Map<Integer, Double> lnG = new HashMap<>();
  private final Map<Integer, Long> visits = new HashMap<>();
  private double lnF = 1;
  private double energy = Double.NaN;
  private long steps;
  private long tested;

  ReferenceWalk(RandomGenerator random, double leastRelevance) {
    this.random = random;
    this.leastRelevance = leastRelevance;
  }

  void offer(Candidate candidate) {
    Candidate held = queue.get(candidate.sequence());
    if (held == null && (candidate.isSeed() || candidate.score() >= leastRelevance)) {
      queue.put(candidate.sequence(), candidate);
      if (!hosts.contains(candidate.url().host())) {
        hosts.add(candidate.url().host());
      }
    } else if (held != null && candidate.score() > held.score()) {
      queue.put(candidate.sequence(), candidate);
    }
  }

  /** Returns the number of the next link, or -1. */
  long next(HostGate gate) {
    if (queue.isEmpty()) {
      return -1;
    }
    if (Double.isNaN(energy)) {
      energy = relevance(best(List.copyOf(queue.values())));
      touch(band(energy));
    }
    List<Candidate> ready =
        queue.values().stream().filter(link -> gate.isReady(link.url())).toList();
    if (ready.isEmpty()) {
      return -1;
    }
    Candidate chosen = choose(ready);
    queue.remove(chosen.sequence());
    test();
    return chosen.sequence();
  }

  private Candidate choose(List<Candidate> ready) {
    for (int refusals = 0; refusals < 5; refusals++) {
      Candidate proposed = spin(winner(ready));
      double to = relevance(proposed);
      steps++;
      touch(band(to));
      double difference = estimate(band(energy)) - estimate(band(to));
      boolean accepted = random.nextDouble() < Math.min(1, Math.exp(difference));
      energy = accepted ? to : energy;
      lnG.merge(band(energy), lnF, Double::sum);
      visits.merge(band(energy), 1L, Long::sum);
      if (accepted) {
        return proposed;
      }
    }
    Candidate best = best(ready);
    energy = relevance(best);
    touch(band(energy));
    return best;
  }

  private List<Candidate> winner(List<Candidate> ready) {
    Map<String, List<Candidate>> regions =
        ready.stream().collect(Collectors.groupingBy(link -> link.url().host()));
    List<Candidate> winner = List.of();
    for (String host : hosts) {
      List<Candidate> links = regions.getOrDefault(host, List.of());
      if (!links.isEmpty() && (winner.isEmpty() || beats(links, winner))) {
        winner = links;
      }
    }
    return winner;
  }

  private static boolean beats(List<Candidate> links, List<Candidate> others) {
    int byMean = Double.compare(mean(links), mean(others));
    return byMean != 0 ? byMean > 0 : links.size() > others.size();
  }

  private static double mean(List<Candidate> links) {
    long sum = 0;
    for (Candidate link : links) {
      sum += Math.round(relevance(link) * Math.pow(2, 40));
    }
    return (double) sum / links.size();
  }

  private Candidate spin(List<Candidate> links) {
    double whole = links.stream().mapToDouble(link -> Math.max(relevance(link), 0.01)).sum();
    double u = random.nextDouble();
    double sum = 0;
    for (Candidate link : links) { // in order of their numbers
      sum += Math.max(relevance(link), 0.01);
      if (sum / whole > u) {
        return link;
      }
    }
    return links.get(links.size() - 1);
  }

  private static Candidate best(List<Candidate> links) {
    return links.stream()
        .min(
            Comparator.comparingDouble((Candidate link) -> -link.score())
                .thenComparingLong(Candidate::sequence))
        .orElseThrow();
  }

  private void test() {
    if (steps / 1_000 > tested) {
      tested = steps / 1_000;
      if (visits.values().stream().allMatch(count -> count >= Math.log(2) / lnF)) {
        lnF /= 2;
        visits.replaceAll((band, count) -> 0L);
      }
    }
  }

  private double estimate(int band) {
    return lnG.getOrDefault(band, 0.0);
  }

  private void touch(int band) {
    lnG.putIfAbsent(band, 0.0);
    visits.putIfAbsent(band, 1L);
  }

  private static int band(double relevance) {
    return Math.min(49, (int) Math.floor(50 * relevance + 1e-9));
  }

  private static double relevance(Candidate link) {
    return Math.min(1, link.score());
  }
}
