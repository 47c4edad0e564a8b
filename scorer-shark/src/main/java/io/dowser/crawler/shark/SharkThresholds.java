package io.dowser.crawler.shark;

import io.dowser.crawler.api.Settings;
import java.util.Arrays;
import java.util.Map;

/**
 * The four thresholds that sort a link into the prior queue, the normal queue or the error store.
 *
 * <p>Source: Liu, Lin and Gao 2009 (see {@link SharkScorer}). The paper gives no values; the
 * defaults are ours. With the paper's coefficients a potential is at most 0.66, so minimums above
 * that close a queue to all but links of relevant pages.
 *
 * @param upperLimit relevance of a page above which all its links are prior, 0 to 1
 * @param lowerLimit relevance of a page from which on a key word in a link counts, 0 to {@code
 *     upperLimit}; both ends belong to the middle range
 * @param minPrior least potential for the prior queue where the page does not decide; any finite
 *     number, because scorers other than shark have other scales
 * @param minNormal least potential for the normal queue where the page does not decide, at most
 *     {@code minPrior}; links below are rejected
 */
record SharkThresholds(double upperLimit, double lowerLimit, double minPrior, double minNormal) {

  static final double LOWER_LIMIT = 0.10;

  private static final double UPPER_PERCENTILE = 0.75;
  private static final double LOWER_PERCENTILE = 0.40;
  private static final double MARGIN = 0.001; // the 0.201 of the default against its 0.200
  private static final double NORMAL_SHARE = 0.2; // the default minNormal over its lowerLimit

  /**
   * Reads the thresholds from settings. With the paper's coefficients and the defaults, a link with
   * a strong context on a page just relevant enough is prior (0.201), one without context on a page
   * at the upper limit is not (0.153).
   */
  static SharkThresholds of(Settings settings) {
    double upper =
        settings.number(
            "upperLimit",
            0.30,
            0,
            1,
            "relevance of a page above which all its links go to the prior queue");
    double lower =
        settings.number(
            "lowerLimit",
            Math.min(LOWER_LIMIT, upper),
            0,
            upper,
            "lowest relevance of a page at which a key word in a link counts; at most upperLimit");
    double most = Double.MAX_VALUE;
    double prior =
        settings.number(
            "minPrior",
            0.20,
            -most,
            most,
            "lowest potential for the prior queue if the page does not decide");
    double normal =
        settings.number(
            "minNormal",
            Math.min(0.02, prior),
            -most,
            prior,
            "lowest potential for the normal queue; links below are rejected; at most minPrior");
    return new SharkThresholds(upper, lower, prior, normal);
  }

  /**
   * Fits the thresholds to the relevances of pages that are known to be relevant.
   *
   * <p>The upper limit is the 75th and the lower limit the 40th percentile (nearest rank). The
   * minimums follow the lower limit as the defaults follow 0.10, for the paper's {@code xi} and
   * {@code beta}: a strong context on a page at the lower limit is just prior, {@code minPrior =
   * beta xi lowerLimit + (1 - beta) - 0.001}, and {@code minNormal = lowerLimit / 5}.
   *
   * @throws IllegalArgumentException if there is none
   */
  static SharkThresholds calibrated(double... relevances) {
    if (relevances.length == 0) {
      throw new IllegalArgumentException("thresholds need at least one page, but there was none");
    }
    double[] rising = relevances.clone();
    Arrays.sort(rising);
    double lower = percentile(rising, LOWER_PERCENTILE);
    double strong = SharkScorer.BETA * SharkScorer.XI * lower + (1 - SharkScorer.BETA);
    return new SharkThresholds(
        percentile(rising, UPPER_PERCENTILE), lower, strong - MARGIN, NORMAL_SHARE * lower);
  }

  /** Returns the settings that {@link #of} reads. */
  Map<String, String> asSettings() {
    return Map.of(
        "upperLimit", Double.toString(upperLimit),
        "lowerLimit", Double.toString(lowerLimit),
        "minPrior", Double.toString(minPrior),
        "minNormal", Double.toString(minNormal));
  }

  private static double percentile(double[] rising, double share) {
    return rising[(int) Math.ceil(share * rising.length) - 1];
  }
}
