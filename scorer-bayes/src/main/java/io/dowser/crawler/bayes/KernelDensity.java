package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.LogOdds.HALF_LN_TWO_PI;

/**
 * Kernel estimates of the densities of all terms in both classes:
 *
 * <pre>{@code p(x|c) = (1/n_c) * sum over documents i of c of N(x; x_i, sigma_c)}</pre>
 *
 * <p>Most documents lack most terms and so have the weight 0, and the other weights repeat: the sum
 * over documents is one over a few distinct weights times how often they occur. What is left out
 * below is less than {@code exp(-40)} of the largest addend, which is less than rounding is.
 */
final class KernelDensity implements TermDensity {

  private static final double NEGLIGIBLE = 40;

  private final int[] offsets;
  private final double[] weights;
  private final double[] lnTimes;
  private final double[] lnAbsent; // negative infinity where all documents have the term
  private final double[] widths = new double[2]; // 1/sigma_c
  private final double[] lnDocuments = new double[2];
  private final double[] constants = new double[2];

  KernelDensity(PageStatistics statistics, double[] idf, boolean sharedWidth) {
    CellValues values = statistics.values();
    this.offsets = new int[values.cells() + 1];
    this.lnAbsent = new double[values.cells()];
    this.weights = new double[values.size()];
    this.lnTimes = new double[values.size()];
    for (int cell = 0; cell < values.cells(); cell++) {
      fill(cell, statistics, idf[cell >> 1]);
    }
    for (int c = 0; c < 2; c++) {
      double n = statistics.documents(c);
      widths[c] = Math.sqrt(sharedWidth ? statistics.documents() / 2.0 : n);
      lnDocuments[c] = Math.log(n);
      constants[c] = Math.log(widths[c]) - HALF_LN_TWO_PI - lnDocuments[c];
    }
  }

  private void fill(int cell, PageStatistics statistics, double idf) {
    CellValues values = statistics.values();
    lnAbsent[cell] = Math.log(statistics.documents(cell) - values.present(cell));
    offsets[cell + 1] = values.to(cell);
    for (int i = values.from(cell); i < values.to(cell); i++) {
      weights[i] = statistics.weight(i, idf);
      lnTimes[i] = Math.log(values.times(i));
    }
  }

  @Override
  public double ln(int cell, double x) {
    int c = cell & 1;
    int from = offsets[cell];
    int to = offsets[cell + 1];
    double inverse = widths[c];
    double absent = lnAbsent[cell] - square(x * inverse) / 2;
    int near = nearest(from, to, x);
    double reference =
        near < 0
            ? absent
            : Math.max(absent, lnTimes[near] - square((x - weights[near]) * inverse) / 2);
    // a weight further away than this adds nothing, even if all documents have it
    double reach = Math.sqrt(2 * (lnDocuments[c] + NEGLIGIBLE - reference)) / inverse;
    double sum = Math.exp(absent - reference);
    for (int i = near; i >= from && x - weights[i] <= reach; i--) {
      sum += Math.exp(lnTimes[i] - square((x - weights[i]) * inverse) / 2 - reference);
    }
    for (int i = near + 1; near >= 0 && i < to && weights[i] - x <= reach; i++) {
      sum += Math.exp(lnTimes[i] - square((x - weights[i]) * inverse) / 2 - reference);
    }
    return constants[c] + reference + Math.log(sum);
  }

  /** The index of the weight of a cell that is nearest to a value, or -1 if it has none. */
  private int nearest(int from, int to, double x) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (weights[middle] < x) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == from) {
      return from == to ? -1 : from;
    }
    return low == to || x - weights[low - 1] <= weights[low] - x ? low - 1 : low;
  }

  private static double square(double x) {
    return x * x;
  }
}
