package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;

/**
 * The settings of what waits: which links are queued, and what becomes of the others.
 *
 * @param <B> the builder that they belong to
 */
abstract sealed class QueueSettings<B extends QueueSettings<B>> extends WalkSettings<B>
    permits WangLandauFrontier.Builder {

  double leastRelevance = WangLandauFrontier.Builder.LEAST_RELEVANCE;
  HostGrouping grouping = HostGrouping.FULL_HOST;
  private boolean usesRanks = true;
  private double rankLimit = WangLandauFrontier.Builder.RANK_LIMIT;
  private double damping = IncrementalPageRank.DEFAULT_A;
  private int suspendedCapacity = WangLandauFrontier.Builder.SUSPENDED_CAPACITY;
  private boolean releasesSuspended = true;

  QueueSettings() {}

  /**
   * Sets the relevance from which on a link is queued.
   *
   * @param value 0 to 1; by default {@value WangLandauFrontier.Builder#LEAST_RELEVANCE}. With 0 all
   *     links are queued
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B leastRelevance(double value) {
    leastRelevance = Ranges.within("leastRelevance", value, 0, 1);
    return self();
  }

  /**
   * Sets whether a link of less relevance is queued for its PageRank. Without, no graph is kept.
   *
   * @param value by default true
   * @return this
   */
  public final B ranks(boolean value) {
    usesRanks = value;
    return self();
  }

  /**
   * Sets the PageRank from which on a link is queued whatever its relevance; it is not normalised,
   * so a page's rank is 1 on average.
   *
   * @param value 0 to 1,000,000; by default {@value WangLandauFrontier.Builder#RANK_LIMIT}
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B rankLimit(double value) {
    rankLimit = Ranges.within("rankLimit", value, 0, 1_000_000);
    return self();
  }

  /**
   * Sets the damping a of the PageRank.
   *
   * @param value 0 to 0.99; by default 0.85
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B damping(double value) {
    damping = Ranges.within("damping", value, 0, 0.99);
    return self();
  }

  /**
   * Sets how many links are suspended at most; then the oldest is dropped for each one that comes.
   *
   * @param value 0 or more, 0 discards them at once; by default {@value
   *     WangLandauFrontier.Builder#SUSPENDED_CAPACITY}
   * @return this
   * @throws IllegalArgumentException if negative
   */
  public final B suspendedCapacity(int value) {
    suspendedCapacity = Ranges.within("suspendedCapacity", value, 0, Integer.MAX_VALUE);
    return self();
  }

  /**
   * Sets whether suspended links are queued when nothing else waits, best first.
   *
   * @param value by default true; false ends there, as the paper does
   * @return this
   */
  public final B releaseSuspended(boolean value) {
    releasesSuspended = value;
    return self();
  }

  /**
   * Sets which URLs make up one region.
   *
   * @param value by default {@link HostGrouping#FULL_HOST}
   * @return this
   */
  public final B hostGrouping(HostGrouping value) {
    grouping = requireNonNull(value, "hostGrouping");
    return self();
  }

  final SamplerRules samplerRules() {
    return new SamplerRules(
        walkRules(),
        grouping,
        refusals,
        leastRelevance,
        usesRanks,
        rankLimit,
        damping,
        suspendedCapacity,
        releasesSuspended,
        stepLimit,
        roulette);
  }
}
