package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

/**
 * The settings of the walk itself: bands, histogram, proposals.
 *
 * @param <B> the builder that they belong to
 */
abstract sealed class WalkSettings<B extends WalkSettings<B>> permits QueueSettings {

  private int bands = WangLandauFrontier.Builder.BANDS;
  private int interval = WangLandauFrontier.Builder.INTERVAL;
  private Flatness flatness = Flatness.COUNT;
  private double k = WangLandauFrontier.Builder.K;
  private Schedule schedule = Schedule.HALVING;
  private NewBand newBand = NewBand.ZERO;
  private int walkers = 1;
  long stepLimit = WangLandauFrontier.Builder.STEP_LIMIT;
  int refusals = WangLandauFrontier.Builder.REFUSALS;
  Roulette roulette = Roulette.STOCHASTIC_ACCEPTANCE;

  WalkSettings() {}

  abstract B self();

  /**
   * Sets how many bands the energies are cut into.
   *
   * @param value 1 to 10,000; by default {@value WangLandauFrontier.Builder#BANDS}
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B bands(int value) {
    bands = Ranges.within("bands", value, 1, 10_000);
    return self();
  }

  /**
   * Sets how many proposals lie between two tests for flatness (T).
   *
   * @param value 1 or more; by default {@value WangLandauFrontier.Builder#INTERVAL}
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public final B interval(int value) {
    interval = Ranges.within("interval", value, 1, Integer.MAX_VALUE);
    return self();
  }

  /**
   * Sets when the visits of all bands count as even; without effect under {@link
   * Schedule#ONE_OVER_T}.
   *
   * @param value by default {@link Flatness#COUNT}
   * @return this
   */
  public final B flatness(Flatness value) {
    flatness = requireNonNull(value, "flatness");
    return self();
  }

  /**
   * Sets the share of the mean number of visits that {@link Flatness#MEAN_RATIO} asks for (k).
   *
   * @param value 0 to 1; by default {@value WangLandauFrontier.Builder#K}
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B k(double value) {
    k = Ranges.within("k", value, 0, 1);
    return self();
  }

  /**
   * Sets how ln f becomes smaller.
   *
   * @param value by default {@link Schedule#HALVING}
   * @return this
   */
  public final B schedule(Schedule value) {
    schedule = requireNonNull(value, "schedule");
    return self();
  }

  /**
   * Sets what the estimate of a new band starts from.
   *
   * @param value by default {@link NewBand#ZERO}
   * @return this
   */
  public final B newBand(NewBand value) {
    newBand = requireNonNull(value, "newBand");
    return self();
  }

  /**
   * Sets after how many proposals the walk ends.
   *
   * @param value 1 or more; by default {@value WangLandauFrontier.Builder#STEP_LIMIT}, which takes
   *     some 450,000 pages
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public final B stepLimit(long value) {
    if (value < 1) {
      throw new IllegalArgumentException("stepLimit must be 1 or more, but was " + value);
    }
    stepLimit = value;
    return self();
  }

  /**
   * Sets how many walkers take links in turn, each with a current link of its own; they share ln g,
   * the visits and all else.
   *
   * @param value 1 to 10,000; by default 1, which is the paper's
   * @return this
   * @throws IllegalArgumentException if out of range
   */
  public final B walkers(int value) {
    walkers = Ranges.within("walkers", value, 1, 10_000);
    return self();
  }

  /**
   * Sets after how many refusals in a row the best link is taken.
   *
   * @param value 1 or more; by default {@value WangLandauFrontier.Builder#REFUSALS}
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public final B refusals(int value) {
    refusals = Ranges.within("refusals", value, 1, Integer.MAX_VALUE);
    return self();
  }

  /**
   * Sets how links are drawn from the winning region.
   *
   * @param value by default {@link Roulette#STOCHASTIC_ACCEPTANCE}
   * @return this
   */
  public final B roulette(Roulette value) {
    roulette = requireNonNull(value, "roulette");
    return self();
  }

  final WalkRules walkRules() {
    return new WalkRules(bands, interval, flatness, k, schedule, newBand, walkers);
  }
}
