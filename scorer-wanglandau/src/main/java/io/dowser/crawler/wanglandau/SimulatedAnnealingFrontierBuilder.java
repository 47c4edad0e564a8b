package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.HostGrouping;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Builds a {@link SimulatedAnnealingFrontier}; each setting is checked at once. Not thread-safe.
 */
public final class SimulatedAnnealingFrontierBuilder {

  private double start = 0.2;
  private double cooling = 0.999;
  private double least = 0.01;
  private int refusals = 5;
  private double hostWeight = 0.5;
  private double prior = 2;
  HostGrouping grouping = HostGrouping.FULL_HOST;
  RandomGenerator random = new SplittableRandom(1);

  SimulatedAnnealingFrontierBuilder() {}

  /**
   * Sets the temperatures: {@code max(least, start * cooling^n)} after n links.
   *
   * @param newStart 0.000001 to 1,000; by default 0.2
   * @param newCooling 0 to 1; by default 0.999
   * @param newLeast 0.000001 to 1,000; by default 0.01
   * @return this
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public SimulatedAnnealingFrontierBuilder temperature(
      double newStart, double newCooling, double newLeast) {
    start = Ranges.within("start", newStart, 1e-6, 1_000);
    cooling = Ranges.within("cooling", newCooling, 0, 1);
    least = Ranges.within("least", newLeast, 1e-6, 1_000);
    return this;
  }

  /**
   * Sets after how many refusals in a row the best link is taken.
   *
   * @param value 1 or more; by default 5
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public SimulatedAnnealingFrontierBuilder refusals(int value) {
    refusals = Ranges.within("refusals", value, 1, Integer.MAX_VALUE);
    return this;
  }

  /**
   * Sets the memory of hosts.
   *
   * @param newHostWeight its weight h in the energy of a link, 0 to 1; by default 0.5
   * @param newPrior how many pages the mean of all hosts counts for, 0 to 1,000,000; by default 2
   * @return this
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public SimulatedAnnealingFrontierBuilder hostMemory(double newHostWeight, double newPrior) {
    hostWeight = Ranges.within("hostWeight", newHostWeight, 0, 1);
    prior = Ranges.within("prior", newPrior, 0, 1_000_000);
    return this;
  }

  /**
   * Sets which URLs belong to one host.
   *
   * @param value by default {@link HostGrouping#FULL_HOST}
   * @return this
   */
  public SimulatedAnnealingFrontierBuilder hostGrouping(HostGrouping value) {
    grouping = requireNonNull(value, "hostGrouping");
    return this;
  }

  /**
   * Sets where randomness comes from; one number is drawn when the frontier is built.
   *
   * @param value by default a generator with a fixed seed
   * @return this
   */
  public SimulatedAnnealingFrontierBuilder random(RandomGenerator value) {
    random = requireNonNull(value, "random");
    return this;
  }

  /**
   * Creates the frontier.
   *
   * @return an empty frontier
   */
  public SimulatedAnnealingFrontier build() {
    return new SimulatedAnnealingFrontier(this);
  }

  AnnealingRules rules() {
    return new AnnealingRules(start, cooling, least, refusals, hostWeight, prior);
  }
}
