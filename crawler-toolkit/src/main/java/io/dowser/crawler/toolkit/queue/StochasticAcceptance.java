package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Roulette-wheel selection without a wheel: draws an index with a probability in proportion to its
 * weight.
 *
 * <p>An index is drawn uniformly and accepted with probability weight / largest weight, otherwise
 * another is drawn. Nothing is prepared, so weights may change between draws at no cost. The
 * expected number of tries is n * largest weight / sum of weights: 1 if all weights are equal, n if
 * one weight outweighs all others.
 *
 * <p>Source: A. Lipowski and D. Lipowska, <i>Roulette-wheel selection via stochastic
 * acceptance</i>, Physica A 391 (2012).
 *
 * <p>Not thread-safe, unless the generator is.
 */
public final class StochasticAcceptance {

  private final RandomGenerator random;
  private long tries;

  /**
   * Creates a selection.
   *
   * @param random where randomness comes from
   */
  public StochasticAcceptance(RandomGenerator random) {
    this.random = requireNonNull(random, "random");
  }

  /**
   * Draws an index.
   *
   * @param size how many indices there are, 1 or more
   * @param weight the weight of an index, 0 up to {@code largest}; not all of them 0, or the draw
   *     never ends
   * @param largest a bound on the weights, finite and above 0; best their maximum, because the
   *     expected number of tries grows in proportion to it
   * @return 0 up to {@code size} exclusive
   * @throws IllegalArgumentException if the size or the bound is not allowed, or a weight that is
   *     drawn is not within 0 and the bound
   */
  public int draw(int size, IntToDoubleFunction weight, double largest) {
    if (size < 1) {
      throw new IllegalArgumentException("size must be 1 or more, but was " + size);
    }
    if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) { // written so that NaN fails too
      throw new IllegalArgumentException("largest must be finite and above 0, but was " + largest);
    }
    while (true) {
      tries++;
      int index = random.nextInt(size);
      double share = checked(weight.applyAsDouble(index), index, largest) / largest;
      if (random.nextDouble() < share) {
        return index;
      }
    }
  }

  /** {@return the number of indices that were drawn so far, accepted or not, 0 or more} */
  public long tries() {
    return tries;
  }

  private static double checked(double weight, int index, double largest) {
    if (!(weight >= 0 && weight <= largest)) {
      throw new IllegalArgumentException(
          "weight of " + index + " must be 0 to " + largest + ", but was " + weight);
    }
    return weight;
  }
}
