package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.graph.IncrementalPageRank;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link WangLandauFrontier}; each setting is checked at once. The defaults are the
 * recommended profile; {@link #paper} and {@link #paperStrict} change several of them. For one
 * thread.
 */
public final class WangLandauFrontierBuilder {

  /** Bands unless another number is set. */
  public static final int BANDS = 50;

  /** Proposals between two tests for flatness (T) unless another number is set. */
  public static final int INTERVAL = 1_000;

  /** Refusals before a forced take unless another number is set. */
  public static final int REFUSALS = 5;

  /** The relevance from which on a link is queued unless another is set. */
  public static final double LEAST_RELEVANCE = 0.2;

  /** The PageRank from which on a link is of potential value unless another is set. */
  public static final double RANK_LIMIT = 2;

  /** The share k of {@link Flatness#MEAN_RATIO} unless another is set; the paper gives none. */
  public static final double K = 0.8;

  /** Proposals after which the walk ends unless another number is set. */
  public static final long STEP_LIMIT = 1_000_000;

  /** Parked links unless another number is set; the paper gives none. */
  public static final int PARKED_CAPACITY = 100_000;

  /** The weight of the anchor in the relevance of a downloaded page unless another is set. */
  public static final double ANCHOR_WEIGHT = WangLandauScorer.ANCHOR_WEIGHT;

  private CostModel costModel = CostModel.LAZY;
  private int bands = BANDS;
  private int interval = INTERVAL;
  private int refusals = REFUSALS;
  private double leastRelevance = LEAST_RELEVANCE;
  private boolean usesRanks = true;
  private double rankLimit = RANK_LIMIT;
  private double damping = IncrementalPageRank.DEFAULT_A;
  private int parkedCapacity = PARKED_CAPACITY;
  private boolean releasesParked = true;
  private Flatness flatness = Flatness.COUNT;
  private double k = K;
  private Schedule schedule = Schedule.HALVING;
  private NewBand newBand = NewBand.ZERO;
  private long stepLimit = STEP_LIMIT;
  private int walkers = 1;
  private int speculation;
  private Roulette roulette = Roulette.STOCHASTIC_ACCEPTANCE;
  private double anchorWeight = ANCHOR_WEIGHT;
  private ToDoubleFunction<AnalyzedPage> pageRelevance = AnalyzedPage::relevance;
  private HostGrouping grouping = HostGrouping.FULL_HOST;
  private RandomGenerator random = new SplittableRandom(1);
  private @Nullable ResumableRandom draws;

  WangLandauFrontierBuilder() {}

  /**
   * Takes the paper's cost model and ends as the paper does, with links of high PageRank in the
   * queue as its text has it: {@link CostModel#FETCH_ON_EXPAND}, parked links not released.
   *
   * @return this
   */
  public WangLandauFrontierBuilder paper() {
    return costModel(CostModel.FETCH_ON_EXPAND).releaseParked(false);
  }

  /**
   * Takes the paper's algorithm as it is printed: {@link #paper} without PageRank, and links of
   * little relevance are discarded.
   *
   * @return this
   */
  public WangLandauFrontierBuilder paperStrict() {
    return paper().ranks(false).parkedCapacity(0);
  }

  /**
   * Sets when pages are downloaded.
   *
   * @param value by default {@link CostModel#LAZY}
   * @return this
   */
  public WangLandauFrontierBuilder costModel(CostModel value) {
    costModel = requireNonNull(value, "costModel");
    return this;
  }

  /**
   * Sets how many bands the energies are cut into.
   *
   * @param value 1 to 10,000; by default {@value #BANDS}
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder bands(int value) {
    bands = within("bands", value, 1, 10_000);
    return this;
  }

  /**
   * Sets how many proposals lie between two tests for flatness (T).
   *
   * @param value 1 or more; by default {@value #INTERVAL}
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public WangLandauFrontierBuilder interval(int value) {
    interval = within("interval", value, 1, Integer.MAX_VALUE);
    return this;
  }

  /**
   * Sets after how many refusals in a row the best link is taken.
   *
   * @param value 1 or more; by default {@value #REFUSALS}
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public WangLandauFrontierBuilder refusals(int value) {
    refusals = within("refusals", value, 1, Integer.MAX_VALUE);
    return this;
  }

  /**
   * Sets the relevance from which on a link is queued.
   *
   * @param value 0 to 1; by default {@value #LEAST_RELEVANCE}. With 0 all links are queued
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder leastRelevance(double value) {
    leastRelevance = within("leastRelevance", value, 0, 1);
    return this;
  }

  /**
   * Sets whether a link of less relevance is queued for its PageRank. Without, no graph is kept.
   *
   * @param value by default true
   * @return this
   */
  public WangLandauFrontierBuilder ranks(boolean value) {
    usesRanks = value;
    return this;
  }

  /**
   * Sets the PageRank from which on a link is queued whatever its relevance; it is not normalised,
   * so a page's rank is 1 on average.
   *
   * @param value 0 to 1,000,000; by default {@value #RANK_LIMIT}
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder rankLimit(double value) {
    rankLimit = within("rankLimit", value, 0, 1_000_000);
    return this;
  }

  /**
   * Sets the damping a of the PageRank.
   *
   * @param value 0 to 0.99; by default 0.85
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder damping(double value) {
    damping = within("damping", value, 0, 0.99);
    return this;
  }

  /**
   * Sets how many links are parked at most; then the oldest is dropped for each one that comes.
   *
   * @param value 0 or more, 0 discards them at once; by default {@value #PARKED_CAPACITY}
   * @return this
   * @throws IllegalArgumentException if negative
   */
  public WangLandauFrontierBuilder parkedCapacity(int value) {
    parkedCapacity = within("parkedCapacity", value, 0, Integer.MAX_VALUE);
    return this;
  }

  /**
   * Sets whether parked links are queued when nothing else waits, best first.
   *
   * @param value by default true; false ends there, as the paper does
   * @return this
   */
  public WangLandauFrontierBuilder releaseParked(boolean value) {
    releasesParked = value;
    return this;
  }

  /**
   * Sets when the visits of all bands count as even; without effect under {@link
   * Schedule#ONE_OVER_T}.
   *
   * @param value by default {@link Flatness#COUNT}
   * @return this
   */
  public WangLandauFrontierBuilder flatness(Flatness value) {
    flatness = requireNonNull(value, "flatness");
    return this;
  }

  /**
   * Sets the share of the mean number of visits that {@link Flatness#MEAN_RATIO} asks for (k).
   *
   * @param value 0 to 1; by default {@value #K}
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder k(double value) {
    k = within("k", value, 0, 1);
    return this;
  }

  /**
   * Sets how ln f becomes smaller.
   *
   * @param value by default {@link Schedule#HALVING}
   * @return this
   */
  public WangLandauFrontierBuilder schedule(Schedule value) {
    schedule = requireNonNull(value, "schedule");
    return this;
  }

  /**
   * Sets what the estimate of a new band starts from.
   *
   * @param value by default {@link NewBand#ZERO}
   * @return this
   */
  public WangLandauFrontierBuilder newBand(NewBand value) {
    newBand = requireNonNull(value, "newBand");
    return this;
  }

  /**
   * Sets after how many proposals the walk ends.
   *
   * @param value 1 or more; by default {@value #STEP_LIMIT}, which takes some 450,000 pages
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public WangLandauFrontierBuilder stepLimit(long value) {
    if (value < 1) {
      throw new IllegalArgumentException("stepLimit must be 1 or more, but was " + value);
    }
    stepLimit = value;
    return this;
  }

  /**
   * Sets how many walkers take links in turn, each with a current link of its own; they share ln g,
   * the visits and all else.
   *
   * @param value 1 to 10,000; by default 1, which is the paper's
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder walkers(int value) {
    walkers = within("walkers", value, 1, 10_000);
    return this;
  }

  /**
   * Sets how many downloads may be outstanding while the walk goes on without them, in the cost
   * model {@link CostModel#FETCH_ON_EXPAND}.
   *
   * @param value 0 or more; by default 0: the links of a page that was taken are all downloaded
   *     before the next proposal, as many at once as there are workers
   * @return this
   * @throws IllegalArgumentException if negative
   */
  public WangLandauFrontierBuilder speculation(int value) {
    speculation = within("speculation", value, 0, Integer.MAX_VALUE);
    return this;
  }

  /**
   * Sets how links are drawn from the winning region.
   *
   * @param value by default {@link Roulette#STOCHASTIC_ACCEPTANCE}
   * @return this
   */
  public WangLandauFrontierBuilder roulette(Roulette value) {
    roulette = requireNonNull(value, "roulette");
    return this;
  }

  /**
   * Sets the weight of the link's score in the relevance of a downloaded page; the page's own
   * relevance has the rest. In the cost model {@link CostModel#FETCH_ON_EXPAND} only, where the
   * score should be that of the anchor alone.
   *
   * @param value 0 to 1; by default 0.3
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder anchorWeight(double value) {
    anchorWeight = within("anchorWeight", value, 0, 1);
    return this;
  }

  /**
   * Sets the relevance R of a downloaded page, in the cost model {@link CostModel#FETCH_ON_EXPAND}
   * only.
   *
   * @param value called on the frontier's thread; results outside of 0 to 1 count as the nearest
   *     bound. By default what the crawl's judge says; {@link WangLandauScorer#pageRelevance} is
   *     the paper's
   * @return this
   */
  public WangLandauFrontierBuilder pageRelevance(ToDoubleFunction<AnalyzedPage> value) {
    pageRelevance = requireNonNull(value, "pageRelevance");
    return this;
  }

  /**
   * Sets which URLs make up one region.
   *
   * @param value by default {@link HostGrouping#FULL_HOST}
   * @return this
   */
  public WangLandauFrontierBuilder hostGrouping(HostGrouping value) {
    grouping = requireNonNull(value, "hostGrouping");
    return this;
  }

  /**
   * Sets where randomness comes from; one number is drawn when the frontier is built.
   *
   * @param value by default a generator with a fixed seed
   * @return this
   */
  public WangLandauFrontierBuilder random(RandomGenerator value) {
    random = requireNonNull(value, "random");
    return this;
  }

  /** Sets the numbers that the walk itself draws. */
  WangLandauFrontierBuilder draws(ResumableRandom value) {
    draws = value;
    return this;
  }

  /**
   * Makes the frontier.
   *
   * @return an empty frontier
   */
  public WangLandauFrontier build() {
    return new WangLandauFrontier(costModel, walk());
  }

  private CostedWalk walk() {
    Sampler sampler = sampler();
    return costModel == CostModel.LAZY
        ? new LazyWalk(sampler)
        : new FetchingWalk(
            sampler, grouping, pageRelevance, anchorWeight, leastRelevance, speculation);
  }

  /** Makes the part that both cost models share. */
  Sampler sampler() {
    var walk = new WalkRules(bands, interval, flatness, k, schedule, newBand, walkers);
    var rules =
        new SamplerRules(
            walk,
            grouping,
            refusals,
            leastRelevance,
            usesRanks,
            rankLimit,
            damping,
            parkedCapacity,
            releasesParked,
            stepLimit,
            roulette);
    return new Sampler(rules, draws == null ? new SplitMix(random.nextLong()) : draws);
  }

  private static int within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }

  private static double within(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) { // written so that NaN fails too
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }
}
