package io.dowser.crawler.meaning;

/**
 * Rates pages by the weighted sum of both scores in standard deviations from their means, in
 * proportion to the sum of good pages. Immutable.
 *
 * @param words the scores by words
 * @param meaning the scores by meaning
 * @param share the weight of meaning, 0 to 1; words have the rest
 * @param level the sum of a good page, above 0
 */
record Measure(Scale words, Scale meaning, double share, double level) {

  private static final double HALF = 0.6; // of the level has the relevance 0.5
  private static final double STEEPNESS = 6; // 0.03 for the mean of all pages, 0.92 at the level

  /**
   * Mean and standard deviation of a score.
   *
   * @param mean the mean
   * @param deviation the standard deviation, above 0
   */
  record Scale(double mean, double deviation) {

    double standard(double score) {
      return (score - mean) / deviation;
    }
  }

  double sum(PageScores page) {
    return (1 - share) * words.standard(page.words()) + share * meaning.standard(page.meaning());
  }

  double relevance(PageScores page) {
    return 1 / (1 + Math.exp(-STEEPNESS * (sum(page) / level - HALF)));
  }
}
