package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

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
import io.dowser.crawler.api.internal.Checks;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses pending links by simulated annealing with a memory of hosts: at first also links that
 * look worse than the present one, later hardly any.
 *
 * <p>A re-creation of the rival that Liu, Chen and Zhao 2023 compare with, from what that paper
 * says about it: a crawler that anneals over the links and remembers hosts. The rest is ours:
 *
 * <ul>
 *   <li>The energy of a link is {@code e = (1-h) * R(l) + h * M(host)}, with the link's score R(l),
 *       0 to 1, and h = 0.5. M is the mean relevance of the host's pages so far, with the mean of
 *       all pages as a prior that counts for 2 pages, and 1 before the first page. The relevance of
 *       a page is what {@link WangLandauScorer} found in it, or the judge's if another scorer rated
 *       its links.
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
public final class SimulatedAnnealingFrontier extends LinkWalk {

  /** Draws of regions before the region of the best link proposes instead. */
  private static final int MOST_DRAWS = 64;

  private final double cooling;
  private final double least;
  private final int refusals;
  private final double hostWeight;
  private final HostGrouping grouping;
  private final RegionQueue queue;
  private final HostMemory memory;
  private final SplitMix random;
  double temperature;
  private double energy;

  SimulatedAnnealingFrontier(Builder builder) {
    super("simulated annealing");
    this.cooling = builder.cooling;
    this.least = builder.least;
    this.refusals = builder.refusals;
    this.hostWeight = builder.hostWeight;
    this.grouping = builder.grouping;
    this.queue = new RegionQueue(grouping);
    this.memory = new HostMemory(builder.prior);
    this.random = new SplitMix(builder.random.nextLong());
    this.temperature = builder.start;
  }

  /** {@return a builder with the defaults above} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void seed(Candidate seed) {
    queue.offer(seed);
  }

  @Override
  public void putBack(Candidate candidate) {
    queue.offer(candidate);
  }

  /** Removes the link of the least score. */
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
    temperature = Math.max(least, temperature * cooling);
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
   * Builds a {@link SimulatedAnnealingFrontier}; each setting is checked at once. Not thread-safe.
   */
  public static final class Builder {

    private double start = 0.2;
    private double cooling = 0.999;
    private double least = 0.01;
    private int refusals = 5;
    private double hostWeight = 0.5;
    private double prior = 2;
    HostGrouping grouping = HostGrouping.FULL_HOST;
    RandomGenerator random = new SplittableRandom(1);

    Builder() {}

    /**
     * Sets the temperatures: {@code max(least, start * cooling^n)} after n links.
     *
     * @param start 0.000001 to 1,000; by default 0.2
     * @param cooling 0 to 1; by default 0.999
     * @param least 0.000001 to 1,000; by default 0.01
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder temperature(double start, double cooling, double least) {
      this.start = Checks.within("start", start, 1e-6, 1_000);
      this.cooling = Checks.within("cooling", cooling, 0, 1);
      this.least = Checks.within("least", least, 1e-6, 1_000);
      return this;
    }

    /**
     * Sets after how many refusals in a row the best link is taken.
     *
     * @param refusals 1 or more; by default 5
     * @return this
     * @throws IllegalArgumentException if it is below 1
     */
    public Builder refusals(int refusals) {
      this.refusals = Checks.positive("refusals", refusals);
      return this;
    }

    /**
     * Sets the memory of hosts.
     *
     * @param hostWeight its weight h in the energy of a link, 0 to 1; by default 0.5
     * @param prior how many pages the mean of all hosts counts for, 0 to 1,000,000; by default 2
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder hostMemory(double hostWeight, double prior) {
      this.hostWeight = Checks.within("hostWeight", hostWeight, 0, 1);
      this.prior = Checks.within("prior", prior, 0, 1_000_000);
      return this;
    }

    /**
     * Sets which URLs belong to one host.
     *
     * @param hostGrouping by default {@link HostGrouping#FULL_HOST}
     * @return this
     */
    public Builder hostGrouping(HostGrouping hostGrouping) {
      grouping = requireNonNull(hostGrouping, "hostGrouping");
      return this;
    }

    /**
     * Sets where randomness comes from; one number is drawn when the frontier is built.
     *
     * @param random by default a generator with a fixed seed
     * @return this
     */
    public Builder random(RandomGenerator random) {
      this.random = requireNonNull(random, "random");
      return this;
    }

    /** {@return an empty frontier with these settings} */
    public SimulatedAnnealingFrontier build() {
      return new SimulatedAnnealingFrontier(this);
    }
  }

  /**
   * Creates a {@link SimulatedAnnealingFrontier} under the name {@code simulated-annealing}.
   *
   * <p>Settings: {@code startTemperature}, {@code cooling}, {@code leastTemperature}, by default
   * 0.2, 0.999 and 0.01; {@code refusals}, by default 5; {@code hostWeight}, by default 0.5; {@code
   * hostPrior}, by default 2. Hosts are remembered by the relevance that {@link WangLandauScorer}
   * found in their pages, or by the judge's if another scorer rated the links.
   */
  public static final class Provider implements FrontierProvider {

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "simulated-annealing";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return SimulatedAnnealingFrontier.builder()
          .hostGrouping(context.hostGrouping())
          .random(context.random())
          .temperature(
              settings.number("startTemperature", 0.2, 1e-6, 1_000),
              settings.number("cooling", 0.999, 0, 1),
              settings.number("leastTemperature", 0.01, 1e-6, 1_000))
          .refusals(settings.integer("refusals", 5, 1, Integer.MAX_VALUE))
          .hostMemory(
              settings.number("hostWeight", 0.5, 0, 1),
              settings.number("hostPrior", 2, 0, 1_000_000))
          .build();
    }
  }
}
