package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One walker of a Wang-Landau walk, over a sample of the pending URLs of the hosts of one task.
 *
 * <p>The host with the largest mean score of its pending URLs proposes one of them, drawn in
 * proportion to its score; it is accepted with probability {@code min(1, g(current band) / g(its
 * band))}, and the band where the walk then is gets {@code ln g += ln f} and one more visit. After
 * too many refusals in a row the best URL is taken. The walker ends when it has taken its share of
 * the round. Source: Liu, Chen and Zhao 2023, as the frontier {@code wang-landau} has it in its
 * cost model {@code lazy}. Where this differs: ln g and H are those of the round's beginning and
 * what this walker has added; it proposes from a sample; links found meanwhile wait for the rounds
 * to come; nothing is suspended. For the crawl's own thread.
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
  private final Map<String, WalkRegion> regions = new HashMap<>();
  private final int perHost;
  private final HostGroupedQueue byMean;
  private final HostGroupedQueue byBest;
  private double current = Double.NaN;
  private long steps;
  private int share;
  private int pending;

  /**
   * Begins.
   *
   * @param share how many URLs it takes
   * @param perHost how many of one host
   * @param seed where its randomness starts
   */
  Walker(
      VisitOrder.WangLandau rule,
      WalkState state,
      HostGrouping hosts,
      int share,
      int perHost,
      long seed) {
    this.rule = rule;
    this.lnF = state.lnF();
    this.lnG = state.lnG().stream().mapToDouble(Double::doubleValue).toArray();
    this.booked = new long[rule.bands()];
    this.seen = new boolean[rule.bands()];
    this.hosts = hosts;
    this.share = share;
    this.perHost = perHost;
    this.random = new SplittableRandom(seed);
    this.byMean = HostGroupedQueue.of(hosts);
    this.byBest = HostGroupedQueue.of(hosts);
  }

  private int band(double energy) {
    return Math.min(rule.bands() - 1, (int) (rule.bands() * energy + EDGE));
  }

  @Override
  public void offer(Candidate candidate, int place) {
    WalkRegion region =
        regions.computeIfAbsent(hosts.groupOf(candidate.url()), key -> new WalkRegion(candidate));
    region.add(candidate);
    pending++;
    rank(region);
  }

  /** Puts a region where it belongs among the others; one that is empty is left out. */
  private void rank(WalkRegion region) {
    Candidate stands = region.representative();
    byMean.remove(stands.sequence());
    byBest.remove(stands.sequence());
    if (!region.isEmpty()) {
      byMean.offer(stands, region.mean());
      byBest.offer(stands, WalkRegion.energy(region.best()));
    }
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    if (size() == 0) {
      return Optional.empty();
    }
    WalkRegion region = first(byMean, gate);
    if (region == null) {
      return Optional.empty();
    }
    if (Double.isNaN(current)) {
      moveTo(WalkRegion.energy(withBest(region, gate).best()));
    }
    Candidate taken = walk(region);
    if (taken == null) {
      WalkRegion best = withBest(region, gate);
      taken = best.best();
      moveTo(WalkRegion.energy(taken));
      take(best, taken);
      rank(region);
    } else {
      take(region, taken);
    }
    return Optional.of(taken);
  }

  private void take(WalkRegion region, Candidate taken) {
    region.remove(taken);
    pending--;
    share--;
    if (region.serve() == perHost) {
      pending -= region.size();
      region.clear();
    }
    rank(region);
  }

  /** Returns the first region whose host is ready, or null; it is to be ranked again. */
  private @Nullable WalkRegion first(HostGroupedQueue queue, HostGate gate) {
    return queue
        .poll(gate)
        .map(candidate -> regions.get(hosts.groupOf(candidate.url())))
        .orElse(null);
  }

  /** Returns the region with the best URL of all whose hosts are ready. */
  private WalkRegion withBest(WalkRegion ready, HostGate gate) {
    WalkRegion best = first(byBest, gate);
    if (best == null) {
      return ready;
    }
    rank(best);
    return best;
  }

  /** Proposes until one is accepted; null after too many refusals. */
  private @Nullable Candidate walk(WalkRegion region) {
    for (int refusals = 0; refusals < rule.refusals(); refusals++) {
      Candidate proposal = draw(region);
      if (accepts(WalkRegion.energy(proposal))) {
        return proposal;
      }
    }
    return null;
  }

  /** Draws by stochastic acceptance: Lipowski and Lipowska, Physica A 391 (2012). */
  private Candidate draw(WalkRegion region) {
    double largest = weight(region.best());
    while (true) {
      Candidate candidate = region.get(random.nextInt(region.size()));
      double share = weight(candidate) / largest;
      if (random.nextDouble() < share) {
        return candidate;
      }
    }
  }

  private static double weight(Candidate candidate) {
    return Math.max(LEAST_WEIGHT, WalkRegion.energy(candidate));
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

  @Override
  public void recheck(CrawlUrl url) {
    byMean.recheck(url);
    byBest.recheck(url);
  }

  @Override
  public void remove(Candidate candidate) {
    WalkRegion region = regions.get(hosts.groupOf(candidate.url()));
    if (region != null && region.remove(candidate)) {
      pending--;
      rank(region);
    }
  }

  @Override
  public int size() {
    return Math.min(share, pending);
  }

  @Override
  public void report(TaskReport report) {
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
