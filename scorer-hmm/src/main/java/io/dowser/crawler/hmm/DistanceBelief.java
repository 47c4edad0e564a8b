package io.dowser.crawler.hmm;

import java.util.Arrays;

/**
 * What a model believes about the distance of one page from the nearest target.
 *
 * <p>Immutable and thread-safe.
 */
public final class DistanceBelief {

  private final double[] chances;
  private final int cluster;

  DistanceBelief(double[] forward, int cluster) {
    double sum = Arrays.stream(forward).sum();
    this.chances = sum > 0 ? Arrays.stream(forward).map(each -> each / sum).toArray() : forward;
    this.cluster = cluster;
  }

  /** {@return the number of states of the model, 2 or more} */
  public int states() {
    return chances.length;
  }

  /**
   * {@return the chance of a distance, 0 to 1; they add up to 1, unless values that are not scaled
   * have vanished: then all are 0}
   *
   * @param distance 0 for a target, up to {@link #states} exclusive; the last one stands for all
   *     that is farther and for pages that lead to no target
   * @throws IndexOutOfBoundsException if there is no such state
   */
  public double chance(int distance) {
    return chances[distance];
  }

  /**
   * {@return the most likely distance, 0 up to {@link #states} exclusive, of equals the smallest;
   * the last one if all chances are 0, as of such a page nothing is believed}
   */
  public int mostLikely() {
    int largest = ClusterSpace.largest(chances);
    return chances[largest] > 0 ? largest : chances.length - 1;
  }

  /**
   * {@return the cluster of the page's text, 0 for the cluster of the targets; {@link
   * HiddenMarkovModel#MISSING} for none}
   */
  public int cluster() {
    return cluster;
  }

  @Override
  public String toString() {
    return "DistanceBelief[most likely " + mostLikely() + ", " + Arrays.toString(chances) + "]";
  }
}
