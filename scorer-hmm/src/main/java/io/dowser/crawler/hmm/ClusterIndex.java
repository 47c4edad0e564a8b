package io.dowser.crawler.hmm;

import io.dowser.crawler.text.SparseVector;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Vocabulary;
import java.util.Arrays;
import java.util.List;

/**
 * The centroids of all clusters by term, so that one pass over a text gives its cosines with all of
 * them.
 *
 * <p>A term that one in {@value #ROW_FROM} centroids has, or more, gets a row with its weight in
 * each of them, zeros included: the processor multiplies several numbers of a row at a time, and
 * four rows are added at once. Of other terms there are lists, of the centroids that have them.
 * Weights are floats, because a look at many terms waits for memory more than for arithmetic. The
 * sums are doubles, except over {@value #BLOCK} rows at a time; so the cosines are good to six
 * digits, and those with two equal centroids are equal.
 *
 * <p>Immutable and safe for use by many threads.
 */
final class ClusterIndex {

  private static final int ROW_FROM = 8;
  private static final int AT_ONCE = 4;
  private static final int BLOCK = 16;
  private static final int NO_ROW = -1;

  private final int clusters;
  private final TermFinder finder;
  private final double[] rarity;
  private final int[] rows; // where the row of each term begins, or NO_ROW
  private final float[] dense;
  private final int[] starts; // of the list of each term; at the end their length
  private final char[] columns;
  private final float[] values;

  /** Takes centroids of norm 1 or 0. */
  ClusterIndex(Vocabulary vocabulary, double[] rarity, List<SparseVector> centroids) {
    this.clusters = centroids.size();
    this.finder = new TermFinder(vocabulary);
    this.rarity = rarity;
    this.rows = new int[rarity.length];
    this.starts = new int[rarity.length + 1];
    this.dense = new float[place(sizes(centroids))];
    this.columns = new char[starts[rarity.length]];
    this.values = new float[columns.length];
    fill(centroids);
  }

  private int[] sizes(List<SparseVector> centroids) {
    var sizes = new int[rows.length];
    for (SparseVector centroid : centroids) {
      for (int i = 0; i < centroid.size(); i++) {
        sizes[centroid.id(i)]++;
      }
    }
    return sizes;
  }

  /** Gives each term a row or a list, and says how long all rows are together. */
  private int place(int[] sizes) {
    int end = 0;
    for (int id = 0; id < sizes.length; id++) {
      boolean row = ROW_FROM * (long) sizes[id] >= clusters;
      rows[id] = row ? end : NO_ROW;
      end = row ? Math.addExact(end, clusters) : end;
      starts[id + 1] = Math.addExact(starts[id], row ? 0 : sizes[id]);
    }
    return end;
  }

  private void fill(List<SparseVector> centroids) {
    int[] next = starts.clone();
    for (int cluster = 0; cluster < clusters; cluster++) {
      SparseVector centroid = centroids.get(cluster);
      for (int i = 0; i < centroid.size(); i++) {
        int id = centroid.id(i);
        if (rows[id] != NO_ROW) {
          dense[rows[id] + cluster] = (float) centroid.value(i);
        } else {
          columns[next[id]] = (char) cluster;
          values[next[id]++] = (float) centroid.value(i);
        }
      }
    }
  }

  /** The cosines of a text, 0 to 1; all 0 if it shares no term with the vocabulary. */
  double[] cosines(TermCounts text) {
    var sums = new double[clusters];
    double squares = add(sums, text, finder.ids(text));
    double norm = squares > 0 ? Math.sqrt(squares) : 1;
    for (int k = 0; k < sums.length; k++) {
      sums[k] = Math.max(0, Math.min(1, sums[k] / norm));
    }
    return sums;
  }

  /** Adds all terms and gives the square of their norm; the divisor of the counts cancels. */
  private double add(double[] sums, TermCounts text, int[] ids) {
    var found = new int[ids.length + AT_ONCE]; // the rows
    var weights = new float[found.length];
    int size = 0;
    double squares = 0;
    for (int i = 0; i < ids.length; i++) {
      int id = ids[i];
      if (id != Vocabulary.ABSENT) {
        double weight = text.countAt(i) * rarity[id];
        squares += weight * weight;
        found[size] = rows[id];
        weights[size] = (float) weight;
        size += rows[id] == NO_ROW ? 0 : 1;
        addList(sums, starts[id], starts[id + 1], weight);
      }
    }
    addRows(sums, found, weights, size);
    return squares;
  }

  private void addList(double[] sums, int from, int to, double weight) {
    for (int at = from; at < to; at++) {
      sums[columns[at]] += weight * values[at];
    }
  }

  private void addRows(double[] sums, int[] found, float[] weights, int size) {
    Arrays.fill(found, size, found.length, 0); // to make the last four full, with weights of 0
    Arrays.fill(weights, size, weights.length, 0);
    var block = new float[clusters];
    for (int i = 0; i < size; i += AT_ONCE) {
      addFour(block, found, weights, i);
      if ((i + AT_ONCE) % BLOCK == 0 || i + AT_ONCE >= size) {
        for (int k = 0; k < block.length; k++) {
          sums[k] += block[k];
          block[k] = 0;
        }
      }
    }
  }

  private void addFour(float[] sums, int[] found, float[] weights, int i) {
    float[] all = dense;
    int a = found[i];
    int b = found[i + 1];
    int c = found[i + 2];
    int d = found[i + 3];
    float x = weights[i];
    float y = weights[i + 1];
    float z = weights[i + 2];
    float w = weights[i + 3];
    for (int k = 0; k < sums.length; k++) {
      sums[k] += x * all[a + k] + y * all[b + k] + (z * all[c + k] + w * all[d + k]);
    }
  }
}
