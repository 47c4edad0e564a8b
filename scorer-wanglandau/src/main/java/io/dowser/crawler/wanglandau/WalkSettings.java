package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Flatness;
import io.dowser.crawler.wanglandau.WangLandauFrontier.NewBand;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Roulette;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Schedule;

/**
 * The settings of the walk (bands, histogram, proposals) and of the pending links (which links are
 * queued, and what becomes of the others).
 *
 * @param <B> the builder that they belong to
 */
abstract sealed class WalkSettings<B extends WalkSettings<B>> permits WangLandauFrontier.Builder {

  int bands = 50;
  int interval = 1_000;
  Flatness flatness = Flatness.COUNT;
  double k = 0.8;
  Schedule schedule = Schedule.HALVING;
  NewBand newBand = NewBand.ZERO;
  int walkers = 1;
  long stepLimit = 1_000_000;
  int refusals = 5;
  Roulette roulette = Roulette.STOCHASTIC_ACCEPTANCE;

  double leastRelevance = 0.2;
  HostGrouping grouping = HostGrouping.FULL_HOST;
  boolean usesRanks = true;
  double rankLimit = 2;
  int suspendedCapacity = 100_000;
  boolean releasesSuspended = true;

  abstract B self();

  /**
   * Sets how many bands the energies are cut into.
   *
   * @param bands 1 to 10,000; by default 50
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B bands(int bands) {
    this.bands = Checks.within("bands", bands, 1, 10_000);
    return self();
  }

  /**
   * Sets how many proposals lie between two tests for flatness (T).
   *
   * @param interval 1 or more; by default 1,000
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public final B interval(int interval) {
    this.interval = Checks.positive("interval", interval);
    return self();
  }

  /**
   * Sets when the visits of all bands count as even; without effect under {@link
   * Schedule#ONE_OVER_T}.
   *
   * @param flatness by default {@link Flatness#COUNT}
   * @return this
   */
  public final B flatness(Flatness flatness) {
    this.flatness = requireNonNull(flatness, "flatness");
    return self();
  }

  /**
   * Sets the share of the mean number of visits that {@link Flatness#MEAN_RATIO} asks for (k).
   *
   * @param k 0 to 1; by default 0.8
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B k(double k) {
    this.k = Checks.within("k", k, 0, 1);
    return self();
  }

  /**
   * Sets how ln f becomes smaller.
   *
   * @param schedule by default {@link Schedule#HALVING}
   * @return this
   */
  public final B schedule(Schedule schedule) {
    this.schedule = requireNonNull(schedule, "schedule");
    return self();
  }

  /**
   * Sets what the estimate of a new band starts from.
   *
   * @param newBand by default {@link NewBand#ZERO}
   * @return this
   */
  public final B newBand(NewBand newBand) {
    this.newBand = requireNonNull(newBand, "newBand");
    return self();
  }

  /**
   * Sets after how many proposals the walk ends.
   *
   * @param stepLimit 1 or more; by default 1,000,000, which takes some 450,000 pages
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public final B stepLimit(long stepLimit) {
    this.stepLimit = Checks.positive("stepLimit", stepLimit);
    return self();
  }

  /**
   * Sets how many walkers take links in turn, each with a current link of its own; they share ln g,
   * the visits and all else.
   *
   * @param walkers 1 to 10,000; by default 1, which is the paper's
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B walkers(int walkers) {
    this.walkers = Checks.within("walkers", walkers, 1, 10_000);
    return self();
  }

  /**
   * Sets after how many refusals in a row the best link is taken.
   *
   * @param refusals 1 or more; by default 5
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public final B refusals(int refusals) {
    this.refusals = Checks.positive("refusals", refusals);
    return self();
  }

  /**
   * Sets how links are drawn from the winning region.
   *
   * @param roulette by default {@link Roulette#STOCHASTIC_ACCEPTANCE}
   * @return this
   */
  public final B roulette(Roulette roulette) {
    this.roulette = requireNonNull(roulette, "roulette");
    return self();
  }

  /**
   * Sets the relevance from which on a link is queued.
   *
   * @param leastRelevance 0 to 1; by default 0.2. With 0 all links are queued
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B leastRelevance(double leastRelevance) {
    this.leastRelevance = Checks.within("leastRelevance", leastRelevance, 0, 1);
    return self();
  }

  /**
   * Sets whether a link of less relevance is queued for its PageRank. Without, no graph is kept.
   *
   * @param ranks by default true
   * @return this
   */
  public final B ranks(boolean ranks) {
    usesRanks = ranks;
    return self();
  }

  /**
   * Sets the PageRank from which on a link is queued whatever its relevance; it is not normalised,
   * so a page's rank is 1 on average.
   *
   * @param rankLimit 0 to 1,000,000; by default 2
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B rankLimit(double rankLimit) {
    this.rankLimit = Checks.within("rankLimit", rankLimit, 0, 1_000_000);
    return self();
  }

  /**
   * Sets how many links are suspended at most; then the oldest is dropped for each one that comes.
   *
   * @param suspendedCapacity 0 or more, 0 discards them at once; by default 100,000
   * @return this
   * @throws IllegalArgumentException if negative
   */
  public final B suspendedCapacity(int suspendedCapacity) {
    this.suspendedCapacity = Checks.notNegative("suspendedCapacity", suspendedCapacity);
    return self();
  }

  /**
   * Sets whether suspended links are queued when nothing else is pending, best first.
   *
   * @param releaseSuspended by default true; false ends there, as the paper does
   * @return this
   */
  public final B releaseSuspended(boolean releaseSuspended) {
    releasesSuspended = releaseSuspended;
    return self();
  }

  /**
   * Sets which URLs make up one region.
   *
   * @param hostGrouping by default {@link HostGrouping#FULL_HOST}
   * @return this
   */
  public final B hostGrouping(HostGrouping hostGrouping) {
    grouping = requireNonNull(hostGrouping, "hostGrouping");
    return self();
  }
}
