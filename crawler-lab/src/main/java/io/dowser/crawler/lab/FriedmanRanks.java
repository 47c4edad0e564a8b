package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
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
 * <p>Immutable and thread-safe.
 */
final class FriedmanRanks {

  private final List<String> methods;
  private final Map<String, double[]> ranks;

  private FriedmanRanks(List<String> methods, Map<String, double[]> ranks) {
    this.methods = methods;
    this.ranks = ranks;
  }

  /**
   * {@return a builder without measures}
   *
   * @param methods the names of the compared methods, at least one, none twice
   * @throws IllegalArgumentException if there is no method, or one is named twice
   */
  static Builder of(List<String> methods) {
    return new Builder(methods);
  }

  /** {@return the methods; their names in the order given} */
  List<String> methods() {
    return methods;
  }

  /** {@return the measures; their names in the order given} */
  List<String> measures() {
    return List.copyOf(new ArrayList<>(ranks.keySet()));
  }

  /**
   * {@return one rank, 1 for the best up to the number of methods for the worst}
   *
   * @param method the name of a method
   * @param measure the name of a measure
   * @throws IllegalArgumentException if there is no such method or measure
   */
  double rank(String method, String measure) {
    double[] column = ranks.get(measure);
    if (column == null) {
      throw new IllegalArgumentException(
          "measure must be one of " + ranks.keySet() + ", but was '" + measure + "'");
    }
    return column[index(method)];
  }

  /**
   * {@return the mean of the ranks of a method, 1 to the number of methods}
   *
   * @param method the name of a method
   * @throws IllegalArgumentException if there is no such method
   */
  double meanRank(String method) {
    int index = index(method);
    double sum = 0;
    for (double[] column : ranks.values()) {
      sum += column[index];
    }
    return sum / ranks.size();
  }

  /**
   * {@return Friedman's statistic for mean ranks that differ more than by chance; about chi-square
   * with one degree of freedom fewer than there are methods} It is not corrected for ties.
   */
  double chiSquare() {
    int count = methods.size();
    double sum = 0;
    for (String method : methods) {
      sum += Math.pow(meanRank(method) - (count + 1) / 2.0, 2);
    }
    return 12.0 * ranks.size() / (count * (count + 1)) * sum;
  }

  private int index(String method) {
    int index = methods.indexOf(method);
    if (index < 0) {
      throw new IllegalArgumentException(
          "method must be one of " + methods + ", but was '" + method + "'");
    }
    return index;
  }

  @Override
  public String toString() {
    var text = new StringBuilder("FriedmanRanks{");
    for (String method : methods) {
      text.append(text.charAt(text.length() - 1) == '{' ? "" : ", ");
      text.append(method).append('=').append(meanRank(method));
    }
    return text.append('}').toString();
  }

  /** Collects measures. Not thread-safe. */
  static final class Builder {

    private final List<String> methods;
    private final Map<String, double[]> ranks = new LinkedHashMap<>();

    private Builder(List<String> methods) {
      this.methods = List.copyOf(methods);
      if (methods.isEmpty() || methods.size() > methods.stream().distinct().count()) {
        throw new IllegalArgumentException(
            "methods must be at least one and none twice, but were " + methods);
      }
    }

    /**
     * Adds a measure of which larger values are better, such as accuracy.
     *
     * @param measure its name
     * @param values the value of each method, in their order; not NaN
     * @return this builder
     * @throws IllegalArgumentException if the measure is there already, or the values are not one
     *     for each method
     */
    Builder largerIsBetter(String measure, double... values) {
      return add(measure, values, -1);
    }

    /**
     * Adds a measure of which smaller values are better, such as a deviation.
     *
     * @param measure its name
     * @param values the value of each method, in their order; not NaN
     * @return this builder
     * @throws IllegalArgumentException if the measure is there already, or the values are not one
     *     for each method
     */
    Builder smallerIsBetter(String measure, double... values) {
      return add(measure, values, 1);
    }

    private Builder add(String measure, double[] values, int sign) {
      if (values.length != methods.size()) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "measure '%s' must have %d values, but had %d",
                measure,
                methods.size(),
                values.length));
      }
      for (int i = 0; i < values.length; i++) {
        if (Double.isNaN(values[i])) {
          throw new IllegalArgumentException(
              "measure '" + measure + "' must have a number for '" + methods.get(i) + "'");
        }
      }
      double[] column =
          new NaturalRanking(TiesStrategy.AVERAGE)
              .apply(Arrays.stream(values).map(value -> sign * value).toArray());
      if (ranks.put(requireNonNull(measure, "measure"), column) != null) {
        throw new IllegalArgumentException("measure '" + measure + "' must not be added twice");
      }
      return this;
    }

    /**
     * {@return the ranks with these settings}
     *
     * @throws IllegalStateException if there is no measure
     */
    FriedmanRanks build() {
      if (ranks.isEmpty()) {
        throw new IllegalStateException("Friedman ranks need at least one measure");
      }
      return new FriedmanRanks(methods, new LinkedHashMap<>(ranks));
    }
  }
}
