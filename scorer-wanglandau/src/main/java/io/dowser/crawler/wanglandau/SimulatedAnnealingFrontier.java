package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses pending links by simulated annealing with a memory of hosts: at first also links that
 * look worse than the present one, later hardly any.
 *
 * <p>A re-creation of the baseline of Liu, Chen and Zhao 2023, from the description in that paper:
 * a crawler that anneals over the links and remembers hosts. The details are Dowser's choice:
 *
 * <ul>
 *   <li>The energy of a link is {@code e = (1-h) * R(l) + h * M(host)}, with the link's score R(l),
 *       0 to 1, and h = 0.5. M is the mean relevance of the host's pages so far, with the mean of
 *       all pages as a prior that counts for 2 pages, and 1 before the first page. The relevance of
 *       a page is that of {@link WangLandauScorer}, or the judge's if another scorer rated its
 *       links.
 *   <li>A host is drawn uniformly among those with pending links whose host is ready, then one of
 *       its links uniformly. It is accepted with probability {@code min(1, exp((e - e') / T))},
 *       where e' is the energy of the link accepted before, 0 at first.
 *   <li>After five refusals in a row the link with the best score is taken.
 *   <li>The temperature is {@code T = max(0.01, 0.2 * 0.999^n)} after n links.
 * </ul>
 *
 * <p>A pending link is never dropped, and a link that is found again keeps the larger score. Takes
 * about 370 bytes for a pending link of 80 characters. Not thread-safe.
 */
final class SimulatedAnnealingFrontier extends LinkWalk {

  /** Draws of regions before the region of the best link proposes instead. */
  private static final int MOST_DRAWS = 64;

  private final double cooling;
  private final double leastTemperature;
  private final int refusals;
  private final double hostWeight;
  private final HostGrouping grouping;
  private final RegionQueue queue;
  private final HostMemory memory;
  private final SplitMix random;
  double temperature;
  private double energy;

  SimulatedAnnealingFrontier(Settings settings, HostGrouping grouping, SplitMix random) {
    super("simulated annealing");
    this.temperature =
        settings.number("startTemperature", 0.2, 1e-6, 1_000, "the temperature at the start");
    this.cooling =
        settings.number("cooling", 0.999, 0, 1, "factor of the temperature after each link");
    this.leastTemperature =
        settings.number("leastTemperature", 0.01, 1e-6, 1_000, "the lowest temperature");
    this.refusals = refusals(settings);
    this.hostWeight =
        settings.number(
            "hostWeight",
            0.5,
            0,
            1,
            "weight of the host in the energy of a link; its score has 1 - hostWeight");
    this.memory =
        new HostMemory(
            settings.number(
                "hostPrior", 2, 0, 1_000_000, "pages that the mean of all hosts counts for"));
    this.grouping = grouping;
    this.queue = new RegionQueue(grouping);
    this.random = random;
  }

  /** Reads the setting of both samplers of this package. */
  static int refusals(Settings settings) {
    return settings.integer(
        "refusals",
        5,
        1,
        Integer.MAX_VALUE,
        "consecutive refusals after which the best link is taken");
  }

  @Override
  public void seed(Candidate seed) {
    queue.offer(seed);
  }

  @Override
  public void putBack(Candidate candidate) {
    queue.offer(candidate);
  }

  /** Removes the link with the least score. */
  @Override
  public Optional<Candidate> removeWorst() {
    return queue.removeWorst();
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    queue.competition.wake(gate);
    QueuedLink link = choose(gate);
    if (link == null) {
      return Optional.empty();
    }
    temperature = Math.max(leastTemperature, temperature * cooling);
    return Optional.of(queue.take(link));
  }

  private @Nullable QueuedLink choose(HostGate gate) {
    Region best = queue.competition.best(gate);
    if (best == null) {
      return null;
    }
    for (int refused = 0; refused < refusals; refused++) {
      Region region = draw(gate, best);
      QueuedLink link = region.link(random.nextInt(region.size()));
      double proposed = energy(link);
      if (random.nextDouble() < Math.exp(Math.min(0, (proposed - energy) / temperature))) {
        energy = proposed;
        return link;
      }
    }
    energy = energy(best.best());
    return best.best();
  }

  private Region draw(HostGate gate, Region otherwise) {
    for (int i = 0; i < MOST_DRAWS; i++) {
      Region region = queue.region(random.nextInt(queue.regionCount()));
      if (queue.competition.isReady(region, gate)) {
        return region;
      }
    }
    return otherwise;
  }

  private double energy(QueuedLink link) {
    return (1 - hostWeight) * Energy.of(link.score()) + hostWeight * memory.mean(link.region.name);
  }

  @Override
  void take(Visit visit, List<ScoredLink> links) {
    memory.add(grouping.groupOf(visit.candidate().url()), RelevancePathState.relevance(visit));
    links.forEach(link -> queue.offer(link.candidate()));
  }

  @Override
  public Optional<Candidate> find(long sequence) {
    return queue.find(sequence);
  }

  @Override
  void recheck(CrawlUrl url) {
    queue.recheck(url);
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    queue.rescore(score);
  }

  @Override
  public int size() {
    return queue.size();
  }

  @Override
  void clear() {
    queue.clear();
  }

  @Override
  void saveOwn(StateWriter out) throws IOException {
    out.writeDouble(temperature);
    out.writeDouble(energy);
    random.save(out);
    memory.save(out);
  }

  @Override
  void restoreOwn(StateReader in) throws IOException {
    temperature = in.readDouble(Double.MIN_VALUE, Double.MAX_VALUE, "temperature");
    energy = in.readDouble(0, 1, "energy");
    random.restore(in);
    memory.restore(in);
  }

  /**
   * Creates a {@link SimulatedAnnealingFrontier} under the name {@code simulated-annealing}.
   *
   * <p>The relevance of hosts is that of {@link WangLandauScorer} for their pages, or the judge's
   * if another scorer rated the links.
   */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "simulated-annealing";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return new SimulatedAnnealingFrontier(
          settings, context.hostGrouping(), new SplitMix(context.random().nextLong()));
    }
  }
}
