package io.dowser.crawler.shark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The crawl of Liu, Lin and Gao 2009 as written: sets of sources, and both queues sorted in full
 * before each fetch.
 */
final class ReferenceShark {

  private final SharkThresholds thresholds;
  private final double theta;
  private final int turnRatio;
  private final boolean byLargest;
  private final boolean releases;
  private final Map<Long, Set<Long>> sources = new HashMap<>();
  private final List<Candidate> prior = new ArrayList<>();
  private final List<Candidate> normal = new ArrayList<>();
  private final List<Candidate> rejected = new ArrayList<>();
  private final Set<Long> gone = new HashSet<>();
  private final Map<Long, Boolean> inFlight = new HashMap<>();
  private int crawled;
  private int turn;

  ReferenceShark(
      SharkThresholds thresholds,
      double theta,
      int turnRatio,
      boolean byLargest,
      boolean releases) {
    this.thresholds = thresholds;
    this.theta = theta;
    this.turnRatio = turnRatio;
    this.byLargest = byLargest;
    this.releases = releases;
  }

  void seed(Candidate seed) {
    prior.add(seed);
  }

  /** Everything that is pending. */
  List<Candidate> pending() {
    return Stream.of(prior, normal, rejected).flatMap(List::stream).toList();
  }

  int size() {
    return prior.size() + normal.size() + rejected.size();
  }

  Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> queued = pollQueues(gate);
    return queued.isPresent() ? queued : release(gate);
  }

  private Optional<Candidate> release(HostGate gate) {
    Optional<Candidate> best = best(rejected, largest(rejected), gate);
    best.ifPresent(rejected::remove);
    best.ifPresent(candidate -> inFlight.put(candidate.sequence(), false));
    return best;
  }

  private Optional<Candidate> pollQueues(HostGate gate) {
    double most = Math.max(largest(prior), largest(normal));
    Optional<Candidate> bestPrior = best(prior, most, gate);
    Optional<Candidate> bestNormal = best(normal, most, gate);
    boolean normalsTurn = turnRatio > 0 && turn == turnRatio;
    boolean takeNormal = bestNormal.isPresent() && (normalsTurn || bestPrior.isEmpty());
    Optional<Candidate> best = takeNormal ? bestNormal : bestPrior;
    if (best.isPresent()) {
      (takeNormal ? normal : prior).remove(best.get());
      inFlight.put(best.get().sequence(), takeNormal);
      turn = takeNormal ? 0 : turn == turnRatio && turn > 0 ? 1 : turnRatio == 0 ? 0 : turn + 1;
    }
    return best;
  }

  private Optional<Candidate> best(List<Candidate> queue, double most, HostGate gate) {
    queue.sort(
        Comparator.comparingDouble((Candidate each) -> -value(each, most))
            .thenComparingDouble(each -> -potential(each))
            .thenComparingLong(Candidate::sequence));
    return queue.stream().filter(each -> gate.isReady(each.url())).findFirst();
  }

  private double largest(List<Candidate> queue) {
    return queue.stream().mapToInt(each -> inLinks(each.sequence())).max().orElse(0);
  }

  private double value(Candidate candidate, double most) {
    double n = byLargest ? most : crawled;
    double share = n == 0 ? 0 : inLinks(candidate.sequence()) / n;
    return theta * potential(candidate) + (1 - theta) * share;
  }

  /** Profile PAPER: a seed has potential 1. */
  private static double potential(Candidate candidate) {
    return candidate.isSeed() ? 1 : candidate.score();
  }

  int inLinks(long url) {
    return sources.getOrDefault(url, Set.of()).size();
  }

  void failed(Candidate candidate) {
    inFlight.remove(candidate.sequence());
    gone.add(candidate.sequence());
  }

  /** A visit: targets are all distinct out-links, offered those with a potential. */
  void crawled(
      Candidate page, double r, List<Long> targets, List<Candidate> offered, Set<Long> keyWords) {
    inFlight.remove(page.sequence());
    gone.add(page.sequence());
    crawled++;
    targets.forEach(
        target -> sources.computeIfAbsent(target, u -> new HashSet<>()).add(page.sequence()));
    for (Candidate candidate : offered) {
      if (!gone.contains(candidate.sequence()) && !inFlight.containsKey(candidate.sequence())) {
        offer(candidate, r, keyWords.contains(candidate.sequence()));
      }
    }
  }

  private void offer(Candidate candidate, double r, boolean keyWord) {
    String store = store(r, keyWord, candidate.score());
    Optional<Candidate> inPrior = find(prior, candidate);
    Optional<Candidate> inNormal = find(normal, candidate);
    if (inPrior.isEmpty() && inNormal.isEmpty()) {
      Candidate kept = better(candidate, find(rejected, candidate).orElse(candidate));
      rejected.removeIf(each -> each.sequence() == candidate.sequence());
      if (!store.equals("error")) {
        (store.equals("prior") ? prior : normal).add(kept);
      } else if (releases) {
        rejected.add(kept);
      }
      return;
    }
    Candidate old = inPrior.orElseGet(inNormal::orElseThrow);
    Candidate kept = better(candidate, old);
    prior.remove(old);
    normal.remove(old);
    (inPrior.isPresent() || store.equals("prior") ? prior : normal).add(kept);
  }

  /** The score of a seed is infinite, so no link replaces it. */
  private static Candidate better(Candidate candidate, Candidate old) {
    return candidate.score() > old.score() ? candidate : old;
  }

  private static Optional<Candidate> find(List<Candidate> queue, Candidate candidate) {
    return queue.stream().filter(each -> each.sequence() == candidate.sequence()).findFirst();
  }

  private String store(double r, boolean keyWord, double p) {
    boolean middle = thresholds.lowerLimit() <= r && r <= thresholds.upperLimit();
    if (r > thresholds.upperLimit() || (middle && keyWord) || p >= thresholds.minPrior()) {
      return "prior";
    }
    return p >= thresholds.minNormal() ? "normal" : "error";
  }
}
