package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link WangLandauFrontier}; each setting is checked at once. The defaults are the
 * recommended profile; {@link #paper} and {@link #paperStrict} change several of them. Not
 * thread-safe.
 */
public final class WangLandauFrontierBuilder extends QueueSettings<WangLandauFrontierBuilder> {

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

  /** Suspended links unless another number is set; the paper gives none. */
  public static final int SUSPENDED_CAPACITY = 100_000;

  /** The weight of the anchor in the relevance of a downloaded page unless another is set. */
  public static final double ANCHOR_WEIGHT = WangLandauScorer.ANCHOR_WEIGHT;

  private CostModel costModel = CostModel.LAZY;
  private int speculation;
  private double anchorWeight = ANCHOR_WEIGHT;
  private RandomGenerator random = new SplittableRandom(1);
  private @Nullable ResumableRandom draws;

  WangLandauFrontierBuilder() {}

  @Override
  WangLandauFrontierBuilder self() {
    return this;
  }

  /**
   * Takes the paper's cost model and ends as the paper does, with links of high PageRank in the
   * queue as its text has it: {@link CostModel#FETCH_ON_EXPAND}, suspended links not released.
   *
   * @return this
   */
  public WangLandauFrontierBuilder paper() {
    return costModel(CostModel.FETCH_ON_EXPAND).releaseSuspended(false);
  }

  /**
   * Takes the paper's algorithm as it is printed: {@link #paper} without PageRank, and links of
   * little relevance are discarded.
   *
   * @return this
   */
  public WangLandauFrontierBuilder paperStrict() {
    return paper().ranks(false).suspendedCapacity(0);
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
   * Sets how many downloads may be outstanding while the walk continues without them, in the cost
   * model {@link CostModel#FETCH_ON_EXPAND}.
   *
   * @param value 0 or more; by default 0: the links of a page that was taken are all downloaded
   *     before the next proposal, as many at once as there are workers
   * @return this
   * @throws IllegalArgumentException if negative
   */
  public WangLandauFrontierBuilder speculation(int value) {
    speculation = Ranges.within("speculation", value, 0, Integer.MAX_VALUE);
    return this;
  }

  /**
   * Sets the weight of the link's score in the relevance of a downloaded page; R(page) has the
   * rest: what {@link WangLandauScorer} found in it, or the judge's relevance if another scorer
   * rated its links. In the cost model {@link CostModel#FETCH_ON_EXPAND} only, where the score
   * should be that of the anchor alone.
   *
   * @param value 0 to 1; by default 0.3
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public WangLandauFrontierBuilder anchorWeight(double value) {
    anchorWeight = Ranges.within("anchorWeight", value, 0, 1);
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
   * Creates the frontier.
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
        : new FetchingWalk(sampler, grouping, anchorWeight, leastRelevance, speculation);
  }

  /** Creates the part that both cost models share. */
  Sampler sampler() {
    return new Sampler(samplerRules(), draws == null ? new SplitMix(random.nextLong()) : draws);
  }
}
