package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.LogOdds.HALF_LN_TWO_PI;

import java.util.Arrays;

/**
 * Kernel estimates of the densities of all terms in both classes:
 *
 * <pre>{@code p(x|c) = (1/n_c) * sum over documents i of c of N(x; x_i, sigma_c)}</pre>
 *
 * <p>Most documents lack most terms and so have the weight 0, and the other weights repeat: the sum
 * over documents is one over a few distinct weights times how often they occur. Kernels that are
 * less than {@code exp(-40)} of the largest one are left out, which is less than rounding is.
 */
final class KernelDensity implements TermDensity {

  private static final double NEGLIGIBLE = 40;

  private final int[] offsets;
  private final double[] weights;
  private final double[] times; // documents that have a weight
  private final double[] absent; // documents without the term
  private final double[] widths = new double[2]; // 1/sigma_c
  private final double[] lnDocuments = new double[2];
  private final double[] peaks = new double[2]; // of a kernel, over n_c

  KernelDensity(PageStatistics statistics, double[] idf, boolean sharedWidth) {
    CellValues values = statistics.values();
    this.offsets = new int[values.cells() + 1];
    this.absent = new double[values.cells()];
    this.weights = new double[values.size()];
    this.times = new double[values.size()];
    for (int cell = 0; cell < values.cells(); cell++) {
      fill(cell, statistics, idf[cell >> 1]);
    }
    for (int c = 0; c < 2; c++) {
      double n = statistics.documents(c);
      widths[c] = Math.sqrt(sharedWidth ? statistics.documents() / 2.0 : n);
      lnDocuments[c] = Math.log(n);
      peaks[c] = widths[c] * Math.exp(-HALF_LN_TWO_PI) / n;
    }
  }

  private void fill(int cell, PageStatistics statistics, double idf) {
    CellValues values = statistics.values();
    absent[cell] = statistics.documents(cell) - values.present(cell);
    offsets[cell + 1] = values.to(cell);
    for (int i = values.from(cell); i < values.to(cell); i++) {
      weights[i] = statistics.weight(i, idf);
      times[i] = values.times(i);
    }
  }

  @Override
  public double ln(int cell, double x) {
    int c = cell & 1;
    int near = nearest(cell, x);
    double distance = near < 0 ? Double.POSITIVE_INFINITY : Math.abs(x - weights[near]);
    if (absent[cell] > 0) {
      distance = Math.min(distance, x); // an absent term has the weight 0
    }
    double z = distance * widths[c];
    double nearest = z * z / 2;
    // a weight further away than this adds nothing, even if all other documents have it
    double reach = Math.sqrt(2 * (nearest + lnDocuments[c] + NEGLIGIBLE)) / widths[c];
    return Math.log(peaks[c] * sum(cell, x, near, nearest, reach)) - nearest;
  }

  /** Returns the sum of the kernels of a cell, each times {@code exp(offset)}. */
  private double sum(int cell, double x, int near, double offset, double reach) {
    int from = offsets[cell];
    int to = offsets[cell + 1];
    double inverse = widths[cell & 1];
    double sum = x <= reach ? absent[cell] * kernel(x * inverse, offset) : 0;
    for (int i = near; i >= from && x - weights[i] <= reach; i--) {
      sum += times[i] * kernel((x - weights[i]) * inverse, offset);
    }
    for (int i = near + 1; near >= 0 && i < to && weights[i] - x <= reach; i++) {
      sum += times[i] * kernel((x - weights[i]) * inverse, offset);
    }
    return sum;
  }

  private static double kernel(double z, double offset) {
    return Math.exp(offset - z * z / 2);
  }

  /** Returns the index of the weight of a cell that is nearest to a value, or -1 if it has none. */
  private int nearest(int cell, double x) {
    int from = offsets[cell];
    int to = offsets[cell + 1];
    int at = Arrays.binarySearch(weights, from, to, x);
    int low = at < 0 ? -at - 1 : at;
    if (low == from) {
      return from == to ? -1 : from;
    }
    return low == to || x - weights[low - 1] <= weights[low] - x ? low - 1 : low;
  }
}
