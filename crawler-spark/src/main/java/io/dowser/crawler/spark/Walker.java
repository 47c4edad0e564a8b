package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.queue.StochasticAcceptance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One walker of a Wang-Landau walk, over a sample of what waits of the hosts of one task.
 *
 * <p>The host with the largest mean score of its waiting URLs proposes one of them, drawn in
 * proportion to its score; it is accepted with probability {@code min(1, g(current band) / g(its
 * band))}, and the band where the walk then is gets {@code ln g += ln f} and one more visit. After
 * too many refusals in a row the best URL is taken. The walker ends when it has taken its share of
 * the round. Source: J. Liu, Y. Chen and J. Zhao 2023, as the frontier {@code wang-landau} has it
 * in its cost model {@code lazy}. Where this differs: ln g and H are those of the round's beginning
 * and what this walker has added; it proposes from a sample; links found meanwhile wait for the
 * rounds to come; nothing is parked. For the crawl's own thread.
 */
final class Walker implements RoundQueue {

  private static final double LEAST_WEIGHT = 0.01;

  /** Keeps {@code floor(50 * 0.58)} out of the band below: 50 * 0.58 is less than 29 in doubles. */
  private static final double EDGE = 1e-9;

  private final VisitOrder.WangLandau rule;
  private final double lnF;
  private final double[] lnG;
  private final long[] booked;
  private final boolean[] seen;
  private final HostGrouping hosts;
  private final SplittableRandom random;
  private final StochasticAcceptance draw;
  private final Map<String, List<Candidate>> regions = new LinkedHashMap<>();
  private double current = Double.NaN;
  private long steps;
  private int share;
  private int waiting;

  /**
   * Begins.
   *
   * @param share how many URLs it takes
   * @param seed where its randomness starts
   */
  Walker(VisitOrder.WangLandau rule, WalkState state, HostGrouping hosts, int share, long seed) {
    this.rule = rule;
    this.lnF = state.lnF();
    this.lnG = state.lnG().stream().mapToDouble(Double::doubleValue).toArray();
    this.booked = new long[rule.bands()];
    this.seen = new boolean[rule.bands()];
    this.hosts = hosts;
    this.share = share;
    this.random = new SplittableRandom(seed);
    this.draw = new StochasticAcceptance(random);
  }

  private int band(double energy) {
    return Math.min(rule.bands() - 1, (int) (rule.bands() * energy + EDGE));
  }

  private static double energy(Candidate candidate) {
    return Math.max(0, Math.min(1, candidate.score()));
  }

  @Override
  public void offer(Candidate candidate, int place) {
    regions
        .computeIfAbsent(hosts.groupOf(candidate.url()), key -> new ArrayList<>())
        .add(candidate);
    waiting++;
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    if (size() == 0) {
      return Optional.empty();
    }
    List<List<Candidate>> ready = ready(gate);
    if (ready.isEmpty()) {
      return Optional.empty();
    }
    if (Double.isNaN(current)) {
      moveTo(energy(best(best(ready, Walker::bestEnergy), Walker::energy)));
    }
    List<Candidate> region = best(ready, Walker::mean);
    Candidate taken = walk(region);
    if (taken == null) {
      region = best(ready, Walker::bestEnergy);
      taken = best(region, Walker::energy);
      moveTo(energy(taken));
    }
    region.remove(taken);
    waiting--;
    share--;
    return Optional.of(taken);
  }

  private List<List<Candidate>> ready(HostGate gate) {
    List<List<Candidate>> ready = new ArrayList<>();
    for (List<Candidate> region : regions.values()) {
      if (!region.isEmpty() && gate.isReady(region.get(0).url())) {
        ready.add(region);
      }
    }
    return ready;
  }

  /** Proposes until one is accepted; null after too many refusals. */
  private @Nullable Candidate walk(List<Candidate> region) {
    double most = Math.max(LEAST_WEIGHT, bestEnergy(region));
    for (int refusals = 0; refusals < rule.refusals(); refusals++) {
      int place =
          draw.draw(region.size(), at -> Math.max(LEAST_WEIGHT, energy(region.get(at))), most);
      Candidate proposal = region.get(place);
      if (accepts(energy(proposal))) {
        return proposal;
      }
    }
    return null;
  }

  private boolean accepts(double energy) {
    steps++;
    int to = band(energy);
    int from = band(current);
    seen[to] = true;
    boolean accept = random.nextDouble() < Math.exp(Math.min(0, lnG[from] - lnG[to]));
    if (accept) {
      current = energy;
    }
    int at = accept ? to : from;
    lnG[at] += lnF;
    booked[at]++;
    return accept;
  }

  private void moveTo(double energy) {
    current = energy;
    seen[band(energy)] = true;
  }

  private static double mean(List<Candidate> region) {
    double sum = 0;
    for (Candidate candidate : region) {
      sum += energy(candidate);
    }
    return sum / region.size();
  }

  private static double bestEnergy(List<Candidate> region) {
    return energy(best(region, Walker::energy));
  }

  private static <T> T best(Collection<T> all, ToDoubleFunction<T> worth) {
    T best = all.iterator().next();
    double most = worth.applyAsDouble(best);
    for (T one : all) {
      double value = worth.applyAsDouble(one);
      if (value > most) {
        best = one;
        most = value;
      }
    }
    return best;
  }

  /** Does nothing: every host is looked at anew. */
  @Override
  public void recheck(CrawlUrl url) {}

  @Override
  public void remove(Candidate candidate) {
    List<Candidate> region = regions.get(hosts.groupOf(candidate.url()));
    if (region != null && region.removeIf(c -> c.sequence() == candidate.sequence())) {
      waiting--;
    }
  }

  @Override
  public int size() {
    return Math.min(share, waiting);
  }

  @Override
  public void tell(TaskReport report) {
    report.add(WalkState.STEPS, steps);
    for (int band = 0; band < booked.length; band++) {
      if (booked[band] > 0) {
        report.add(WalkState.name(WalkState.BOOKED, band), booked[band]);
      }
      if (seen[band]) {
        report.add(WalkState.name(WalkState.SEEN, band), 1);
      }
    }
  }
}
