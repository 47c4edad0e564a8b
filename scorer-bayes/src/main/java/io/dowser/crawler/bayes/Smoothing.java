package io.dowser.crawler.bayes;

/**
 * How the shares of links that have a feature are kept away from 0 and 1.
 *
 * <p>Both add the same to classes of equal size. They differ when one class is much larger.
 */
public enum Smoothing {

  /**
   * {@code P(F|C) = (count(F,C) + 1) / (count_C + 2)}: one link with the feature and one without,
   * for each class. The smoothing of Han et al. 2010 is lost in the scan; this is the usual one.
   *
   * <p>With ten negative links for each positive one, a word of five links, all of them negative,
   * speaks for the positive class: (0+1)/(n+2) is more than (5+1)/(10n+2). Rare words are many, so
   * this costs a good part of the precision on classes of unequal size.
   */
  ADD_ONE,

  /**
   * Two links with the feature and two without, shared out to the classes as their links are:
   * {@code P(F|C) = (count(F,C) + 2*pi_C) / (count_C + 4*pi_C)} with {@code pi_C = count_C /
   * (count_+ + count_-)}. A feature that is unknown then speaks for neither class. The default.
   */
  PROPORTIONAL;

  /** What is added to a count, for a class with this share of all links. */
  double added(double share) {
    return this == ADD_ONE ? 1 : 2 * share;
  }
}
