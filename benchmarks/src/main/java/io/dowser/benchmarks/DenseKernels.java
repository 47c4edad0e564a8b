package io.dowser.benchmarks;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.TermWeighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Naive Bayes with kernel densities and a floor as the formula has it: all terms, all documents,
 * two classes of equal size.
 */
final class DenseKernels {

  private static final double FLOOR = 0.01;

  private record Weight(int document, double relativeFrequency) {}

  private final Map<String, List<Weight>> weights = new HashMap<>();
  private final int documents;

  /** Takes documents of which every other is of the positive class. */
  DenseKernels(List<String> texts) {
    this.documents = texts.size();
    for (int i = 0; i < texts.size(); i++) {
      int document = i;
      TermCounts counts = BayesTexts.counts(texts.get(i));
      counts.forEach(
          (term, count) ->
              weights
                  .computeIfAbsent(term, any -> new ArrayList<>())
                  .add(new Weight(document, frequency(counts, count))));
    }
  }

  private static double frequency(TermCounts text, int count) {
    return TermWeighting.AUGMENTED.termFrequency(count, text.largest(), text.total());
  }

  double logOdds(TermCounts text) {
    double sum = 0;
    double[] column = new double[documents];
    for (Map.Entry<String, List<Weight>> term : weights.entrySet()) {
      int df = term.getValue().size();
      if (df < documents) {
        sum += logRatio(term, text, Math.log((double) documents / df), column);
      }
    }
    return sum;
  }

  private double logRatio(
      Map.Entry<String, List<Weight>> term, TermCounts text, double idf, double[] column) {
    term.getValue().forEach(w -> column[w.document] = w.relativeFrequency * idf);
    int count = text.count(term.getKey());
    double x = count == 0 ? 0 : frequency(text, count) * idf;
    double floor = FLOOR / idf;
    double positive = density(column, 0, x) + floor;
    double negative = density(column, 1, x) + floor;
    term.getValue().forEach(w -> column[w.document] = 0);
    return Math.log(positive / negative);
  }

  private double density(double[] column, int c, double x) {
    double inverse = documents / 4.0; // 1/(2 sigma^2) of half of the documents
    double sum = 0;
    for (int i = c; i < column.length; i += 2) {
      double deviation = x - column[i];
      sum += Math.exp(-deviation * deviation * inverse);
    }
    double peak = Math.sqrt(inverse / Math.PI);
    return (1 - FLOOR) * sum * peak / (documents / 2.0);
  }
}
