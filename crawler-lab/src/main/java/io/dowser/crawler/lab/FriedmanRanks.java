package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;

/**
 * Ranks methods by several measures, and by the mean of their ranks.
 *
 * <p>Source: M. Friedman, The use of ranks to avoid the assumption of normality implicit in the
 * analysis of variance, Journal of the American Statistical Association 32, 1937; the tables of
 * Liu, Chen and Zhao 2023 rank by accuracy, relevant pages, mean relevance and its deviation. Rank
 * 1 is the best; equal values share the mean of their ranks.
 *
 * <p>Not thread-safe.
 */
final class FriedmanRanks {

  private final List<String> methods;
  private final Map<String, double[]> ranks = new LinkedHashMap<>(); // by measure

  /** Creates ranks without measures of some methods, none named twice. */
  FriedmanRanks(List<String> methods) {
    this.methods = List.copyOf(methods);
  }

  /**
   * Adds a measure whose larger values are better, such as accuracy, with a value for each method.
   */
  FriedmanRanks largerIsBetter(String measure, double... values) {
    return add(measure, Arrays.stream(values).map(value -> -value).toArray());
  }

  /** Adds a measure whose smaller values are better, such as a deviation. */
  FriedmanRanks smallerIsBetter(String measure, double... values) {
    return add(measure, values);
  }

  private FriedmanRanks add(String measure, double[] values) {
    if (values.length != methods.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "measure '%s' must have %d values, but had %d",
              measure,
              methods.size(),
              values.length));
    }
    double[] column = new NaturalRanking(TiesStrategy.AVERAGE).apply(values); // refuses NaN
    if (ranks.put(measure, column) != null) {
      throw new IllegalArgumentException("measure '" + measure + "' must not be added twice");
    }
    return this;
  }

  List<String> methods() {
    return methods;
  }

  /** Returns the names of the measures in the order in which they were added. */
  List<String> measures() {
    return List.copyOf(ranks.keySet());
  }

  /** Returns one rank, 1 for the best up to the number of methods for the worst. */
  double rank(String method, String measure) {
    return requireNonNull(ranks.get(measure), measure)[methods.indexOf(method)];
  }

  /** Returns the mean of the ranks of a method, 1 to the number of methods. */
  double meanRank(String method) {
    double sum = 0;
    for (String measure : ranks.keySet()) {
      sum += rank(method, measure);
    }
    return sum / ranks.size();
  }

  /**
   * Returns Friedman's statistic for mean ranks that differ more than by chance; about chi-square
   * with one degree of freedom fewer than there are methods. It is not corrected for ties.
   */
  double chiSquare() {
    int count = methods.size();
    double sum = 0;
    for (String method : methods) {
      sum += Math.pow(meanRank(method) - (count + 1) / 2.0, 2);
    }
    return 12.0 * ranks.size() / (count * (count + 1)) * sum;
  }
}
