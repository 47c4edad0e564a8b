package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a {@link PageModel} is trained and what it makes of its training documents.
 *
 * @param density the form of the densities
 * @param sharedWidth whether both classes have kernels of one width, {@code 1/sqrt((n+ + n-)/2)};
 *     otherwise each has its own, {@code 1/sqrt(n_c)}, and each term that is absent shifts the
 *     log-odds towards the larger class by {@code 0.5 * ln(n+/n-)}. Without effect on {@link
 *     Density#NORMAL}
 * @param e the share of a uniform density from 0 to the term's largest weight that is mixed into
 *     each density, from 0 to below 1: {@code p' = (1-e)*p + e/idf}. With 0, one word that a class
 *     has never seen decides everything
 * @param minDf how many training documents must have a term for it to be kept, 1 or more
 * @param balanced whether the larger class is sampled down to the size of the smaller one before
 *     anything is counted
 */
public record PageSettings(
    Density density, boolean sharedWidth, double e, int minDf, boolean balanced) {

  /**
   * What Zou et al. 2009 say: kernels of class-wise width, no floor, all terms. The classes are
   * balanced because otherwise class-wise widths decide instead of the words.
   */
  public static final PageSettings PAPER = new PageSettings(Density.KERNEL, false, 0, 1, true);

  /** What is used unless something else is asked for. */
  public static final PageSettings RECOMMENDED =
      new PageSettings(Density.KERNEL, true, 0.01, 2, false);

  /**
   * Checks the values.
   *
   * @param density the form of the densities
   * @param sharedWidth whether both classes have kernels of one width
   * @param e the share of a uniform density, from 0 to below 1
   * @param minDf how many training documents must have a term, 1 or more
   * @param balanced whether the larger class is sampled down
   * @throws IllegalArgumentException if a value is out of its range
   */
  public PageSettings {
    requireNonNull(density, "density");
    if (!(e >= 0 && e < 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("e must be from 0 to below 1, but was " + e);
    }
    if (minDf < 1) {
      throw new IllegalArgumentException("minDf must be 1 or more, but was " + minDf);
    }
  }

  /**
   * Changes the form of the densities.
   *
   * @param density the form
   * @return settings that differ in this alone
   */
  public PageSettings withDensity(Density density) {
    return new PageSettings(density, sharedWidth, e, minDf, balanced);
  }

  /**
   * Changes whether both classes have kernels of one width.
   *
   * @param sharedWidth true for one width
   * @return settings that differ in this alone
   */
  public PageSettings withSharedWidth(boolean sharedWidth) {
    return new PageSettings(density, sharedWidth, e, minDf, balanced);
  }

  /**
   * Changes the share of the uniform density.
   *
   * @param e from 0 to below 1
   * @return settings that differ in this alone
   * @throws IllegalArgumentException if it is out of range
   */
  public PageSettings withFloor(double e) {
    return new PageSettings(density, sharedWidth, e, minDf, balanced);
  }

  /**
   * Changes how many documents must have a term.
   *
   * @param minDf 1 or more
   * @return settings that differ in this alone
   * @throws IllegalArgumentException if it is out of range
   */
  public PageSettings withMinDf(int minDf) {
    return new PageSettings(density, sharedWidth, e, minDf, balanced);
  }

  /**
   * Changes whether the larger class is sampled down.
   *
   * @param balanced true to sample it down
   * @return settings that differ in this alone
   */
  public PageSettings withBalanced(boolean balanced) {
    return new PageSettings(density, sharedWidth, e, minDf, balanced);
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("density", density.name());
    facts.put("sharedWidth", Boolean.toString(sharedWidth));
    facts.put("e", Double.toString(e));
    facts.put("minDf", Integer.toString(minDf));
    facts.put("balanced", Boolean.toString(balanced));
    return facts;
  }

  /** How the weights of a term are taken to be distributed in the documents of a class. */
  public enum Density {

    /** The mean of normal densities around all weights of the training documents; the default. */
    KERNEL,

    /** One normal density with the mean and variance of these weights. */
    NORMAL
  }
}
