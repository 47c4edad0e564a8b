package io.dowser.crawler.judge;

import io.dowser.crawler.text.TermCounts;
import java.util.Map;

/**
 * The BM25 of pages for weighted terms (Robertson et al. 1994). Immutable and thread-safe.
 *
 * @param weights of the terms, with the sum 1, in the order in which they are added up
 * @param averageLength the mean number of tokens of a page, 0 if no page was seen
 */
record Bm25(Map<String, Double> weights, double averageLength) {

  private static final double SATURATION = 1.2; // k1 and b of BM25, at their usual values
  private static final double LENGTH_SHARE = 0.75;

  /** Returns the BM25 of a page, 0 to 1 + {@link #SATURATION}. */
  double score(TermCounts page) {
    double length = averageLength == 0 ? 1 : page.total() / averageLength;
    double half = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length);
    double sum = 0;
    for (Map.Entry<String, Double> term : weights.entrySet()) {
      int count = page.count(term.getKey());
      sum += term.getValue() * count * (SATURATION + 1) / (count + half);
    }
    return sum;
  }
}
