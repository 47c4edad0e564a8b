package io.dowser.examples.linkevaluation;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Examples to learn from, and examples held out to be judged by.
 *
 * @param <E> the examples
 * @param train to learn from, in the order in which they came
 * @param test held out, in that order
 */
record TrainTestSplit<E>(List<E> train, List<E> test) {

  /**
   * Copies the lists.
   *
   * @param train to learn from
   * @param test held out
   */
  public TrainTestSplit {
    train = List.copyOf(train);
    test = List.copyOf(test);
  }

  /**
   * Splits by a key: examples of one key are all on one side. With the site that a link was found
   * on as key, a site's navigation, which is the same on each of its pages, cannot be on both
   * sides. The side depends on key and seed alone, so it stays when examples are added.
   *
   * @param <E> the examples
   * @param examples the examples to split
   * @param key the key of an example, for example the host of its source
   * @param testShare the share of the keys held out, above 0 and below 1
   * @param seed another seed gives another split
   * @return the split; the shares of examples are only nearly those of keys
   * @throws IllegalArgumentException if the share is out of range
   */
  public static <E> TrainTestSplit<E> byKey(
      Collection<E> examples, Function<? super E, String> key, double testShare, long seed) {
    checkShare(testShare);
    requireNonNull(key, "key");
    List<E> train = new ArrayList<>();
    List<E> test = new ArrayList<>();
    for (E example : examples) {
      boolean heldOut = uniform(key.apply(example), seed) < testShare;
      (heldOut ? test : train).add(example);
    }
    return new TrainTestSplit<>(train, test);
  }

  /**
   * Splits example by example, as Han et al. 2010 do (7:3). Near-copies may come to lie on both
   * sides, and the evaluation is then too good; prefer {@link #byKey}.
   *
   * @param <E> the examples
   * @param examples the examples to split
   * @param testShare the share held out, above 0 and below 1
   * @param seed another seed gives another split
   * @return the split
   * @throws IllegalArgumentException if the share is out of range
   */
  public static <E> TrainTestSplit<E> atRandom(
      Collection<E> examples, double testShare, long seed) {
    checkShare(testShare);
    var random = new SplittableRandom(seed);
    List<E> train = new ArrayList<>();
    List<E> test = new ArrayList<>();
    for (E example : examples) {
      (random.nextDouble() < testShare ? test : train).add(example);
    }
    return new TrainTestSplit<>(train, test);
  }

  private static void checkShare(double testShare) {
    if (!(testShare > 0 && testShare < 1)) { // written so that NaN fails too
      throw new IllegalArgumentException(
          "testShare must be above 0 and below 1, but was " + testShare);
    }
  }

  /** FNV-1a over the characters, mixed well by the generator. */
  private static double uniform(String key, long seed) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
    }
    return new SplittableRandom(hash ^ seed).nextDouble();
  }

  @Override
  public String toString() {
    return "TrainTestSplit[" + train.size() + " to learn from, " + test.size() + " held out]";
  }
}
