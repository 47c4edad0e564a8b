package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import java.util.Arrays;
import java.util.Collection;

/**
 * The four thresholds that sort a link into the prior queue, the normal queue or the error store.
 *
 * <p>Source: Liu, Lin and Gao 2009 (see {@link SharkScorer}). The paper gives no values; those of
 * {@link #DEFAULT} are ours. With the paper's coefficients a potential is at most 0.66, so minimums
 * above that close a queue to all but links of relevant pages.
 *
 * @param upperLimit relevance of a page above which all its links are prior, 0 to 1
 * @param lowerLimit relevance of a page from which on a key word in a link counts, 0 to {@code
 *     upperLimit}; both ends belong to the middle range
 * @param minPrior least potential for the prior queue where the page does not decide; any finite
 *     number, because scorers other than shark have scales of their own
 * @param minNormal least potential for the normal queue where the page does not decide, at most
 *     {@code minPrior}; links below are rejected
 */
public record SharkThresholds(
    double upperLimit, double lowerLimit, double minPrior, double minNormal) {

  /**
   * 0.30, 0.10, 0.20 and 0.02: with the paper's coefficients, a link with a strong context on a
   * page just relevant enough is prior (0.201), one without context on a page at the upper limit is
   * not (0.153).
   */
  public static final SharkThresholds DEFAULT = new SharkThresholds(0.30, 0.10, 0.20, 0.02);

  private static final double UPPER_PERCENTILE = 0.75;
  private static final double LOWER_PERCENTILE = 0.40;
  private static final double MARGIN = 0.001; // the 0.201 of the default against its 0.200
  private static final double NORMAL_SHARE = 0.2; // the default minNormal over its lowerLimit

  /**
   * Checks ranges and order.
   *
   * @param upperLimit relevance of a page above which all its links are prior, 0 to 1
   * @param lowerLimit relevance of a page from which on a key word in a link counts
   * @param minPrior least potential for the prior queue where the page does not decide
   * @param minNormal least potential for the normal queue where the page does not decide
   * @throws IllegalArgumentException if a value is out of its range
   */
  public SharkThresholds {
    check(upperLimit >= 0 && upperLimit <= 1, "upperLimit", "0 to 1", upperLimit);
    check(
        lowerLimit >= 0 && lowerLimit <= upperLimit,
        "lowerLimit",
        "0 to upperLimit, which is " + upperLimit,
        lowerLimit);
    check(Double.isFinite(minPrior), "minPrior", "finite", minPrior);
    check(
        minNormal >= -Double.MAX_VALUE && minNormal <= minPrior,
        "minNormal",
        "finite and at most minPrior, which is " + minPrior,
        minNormal);
  }

  /**
   * Fits the thresholds to the key words and the language by pages that are known to be relevant:
   * how large a cosine is for a page that is clearly about the topic depends on both.
   *
   * <p>The upper limit is the 75th and the lower limit the 40th percentile of the pages' relevance
   * (nearest rank). The minimums follow the lower limit in the way that those of {@link #DEFAULT}
   * stand to 0.10, for the paper's {@code xi} and {@code beta}: a strong context on a page at the
   * lower limit is just prior, {@code minPrior = beta xi lowerLimit + (1 - beta) - 0.001}, and
   * {@code minNormal = lowerLimit / 5}.
   *
   * @param relevances {@link SharkScorer#relevance} of some relevant pages, at least one, 0 to 1
   *     each
   * @return the thresholds
   * @throws IllegalArgumentException if there is none or one is not within 0 to 1
   */
  public static SharkThresholds calibrated(double... relevances) {
    if (relevances.length == 0) {
      throw new IllegalArgumentException("relevances must have at least one value, but had none");
    }
    double[] rising = relevances.clone();
    for (double relevance : rising) {
      check(relevance >= 0 && relevance <= 1, "relevance of a sample", "0 to 1", relevance);
    }
    Arrays.sort(rising);
    double lower = percentile(rising, LOWER_PERCENTILE);
    double strong = SharkScorer.BETA * SharkScorer.XI * lower + (1 - SharkScorer.BETA);
    return new SharkThresholds(
        percentile(rising, UPPER_PERCENTILE), lower, strong - MARGIN, NORMAL_SHARE * lower);
  }

  /**
   * Fits the thresholds by pages that are known to be relevant; see {@link #calibrated(double...)}.
   *
   * @param scorer what computes the relevance of a page
   * @param relevantPages at least one page
   * @return the thresholds
   * @throws IllegalArgumentException if there is no page
   */
  public static SharkThresholds calibrated(
      SharkScorer scorer, Collection<AnalyzedPage> relevantPages) {
    return calibrated(relevantPages.stream().mapToDouble(scorer::relevance).toArray());
  }

  private static double percentile(double[] rising, double share) {
    return rising[(int) Math.ceil(share * rising.length) - 1];
  }

  private static void check(boolean allowed, String name, String range, double value) {
    if (!allowed) {
      throw new IllegalArgumentException(name + " must be " + range + ", but was " + value);
    }
  }
}
