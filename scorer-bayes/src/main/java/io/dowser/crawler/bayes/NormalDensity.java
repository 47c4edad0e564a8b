package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.LogOdds.HALF_LN_TWO_PI;

/**
 * One normal density for each term and class, with the mean and the mean squared deviation of its
 * weights, absent terms counting 0.
 *
 * <p>Most terms are absent from all documents of one class, and their variance is then 0. So each
 * variance is drawn towards the one that the term has over both classes, as if one more document
 * had it: {@code s_c^2 := (n_c * s_c^2 + s^2) / (n_c + 1)}, which is above 0 because no term that
 * is kept is in all documents.
 */
final class NormalDensity implements TermDensity {

  private final double[] means;
  private final double[] inverses; // 1/(2 s^2)
  private final double[] constants;

  NormalDensity(PageStatistics statistics, double[] idf) {
    int cells = statistics.values().cells();
    this.means = new double[cells];
    this.inverses = new double[cells];
    this.constants = new double[cells];
    for (int id = 0; id < idf.length; id++) {
      fill(id, statistics, idf[id]);
    }
  }

  private void fill(int id, PageStatistics statistics, double idf) {
    double n = statistics.documents();
    double[] sums = {sum(2 * id, statistics, idf, 0, 1), sum(2 * id + 1, statistics, idf, 0, 1)};
    double pooledMean = (sums[0] + sums[1]) / n;
    double squares =
        squaredDeviations(2 * id, statistics, idf, pooledMean)
            + squaredDeviations(2 * id + 1, statistics, idf, pooledMean);
    for (int c = 0; c < 2; c++) {
      double own = statistics.documents(c);
      double mean = sums[c] / own;
      double deviations = squaredDeviations(2 * id + c, statistics, idf, mean);
      set(2 * id + c, mean, (deviations + squares / n) / (own + 1));
    }
  }

  private void set(int cell, double mean, double variance) {
    means[cell] = mean;
    inverses[cell] = 0.5 / variance;
    constants[cell] = -0.5 * Math.log(variance) - HALF_LN_TWO_PI;
  }

  private static double squaredDeviations(
      int cell, PageStatistics statistics, double idf, double mean) {
    int absent = statistics.documents(cell) - statistics.values().present(cell);
    return absent * mean * mean + sum(cell, statistics, idf, mean, 2);
  }

  /** Returns the sum of the weights that are not 0, less the mean, to the first or second power. */
  private static double sum(
      int cell, PageStatistics statistics, double idf, double mean, int power) {
    CellValues values = statistics.values();
    double sum = 0;
    for (int i = values.from(cell); i < values.to(cell); i++) {
      double deviation = statistics.weight(i, idf) - mean;
      sum += values.times(i) * (power == 1 ? deviation : deviation * deviation);
    }
    return sum;
  }

  @Override
  public double ln(int cell, double x) {
    double deviation = x - means[cell];
    return constants[cell] - deviation * deviation * inverses[cell];
  }
}
