package io.dowser.crawler.hmm;

import io.dowser.crawler.text.SparseVector;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Vocabulary;
import java.util.List;

/**
 * The centroids of all clusters by term, so that one pass over a text gives its cosines with all of
 * them.
 *
 * <p>Each term has a list of the centroids that contain it, in units of {@value #UNIT} entries,
 * each a cluster and a weight. A look at many terms waits for memory more than for arithmetic, so
 * an entry has four bytes: the weight is a float whose last bits make room for the cluster.
 * Rounding leaves it good to a part in 2^(24 - bits), 4 in a million for 50 clusters, and the
 * cosines too, because nothing is subtracted; those with two equal centroids are equal.
 *
 * <p>All terms add one unit in turn, and those with more of them come round again: a processor
 * cannot foresee the end of each list, and a surprise takes as long as a unit.
 *
 * <p>Immutable and safe for use by many threads.
 */
final class ClusterIndex {

  private static final int UNIT = 8;
  private static final int MORE = 1 << 31; // in a unit's first entry: another unit follows
  private static final int TERMS = 256; // at a time, so that what they need stays in the cache

  private final int clusters;
  private final int mask; // the bits of an entry that are the cluster
  private final int[] entries;
  private final TermFinder finder; // of the rarity of a term and the place of its list

  /** Takes centroids of norm 1 or 0, without negative values. */
  ClusterIndex(Vocabulary vocabulary, double[] rarity, List<SparseVector> centroids) {
    this.clusters = centroids.size();
    this.mask = 2 * Integer.highestOneBit(Math.max(1, clusters - 1)) - 1;
    int[] sizes = sizes(rarity.length, centroids);
    var places = new int[sizes.length];
    int end = UNIT; // the first is empty, for terms of no centroid
    for (int id = 0; id < sizes.length; id++) {
      places[id] = sizes[id] == 0 ? 0 : end;
      end = Math.addExact(end, (sizes[id] + UNIT - 1) / UNIT * UNIT);
    }
    this.entries = new int[end];
    this.finder = new TermFinder(vocabulary, numbers(rarity, places));
    for (int cluster = 0; cluster < clusters; cluster++) {
      fill(cluster, centroids.get(cluster), places);
    }
    mark(sizes, places);
  }

  private static int[] sizes(int terms, List<SparseVector> centroids) {
    var sizes = new int[terms];
    for (SparseVector centroid : centroids) {
      for (int i = 0; i < centroid.size(); i++) {
        sizes[centroid.id(i)]++;
      }
    }
    return sizes;
  }

  private static long[] numbers(double[] rarity, int[] places) {
    var numbers = new long[places.length];
    for (int id = 0; id < numbers.length; id++) {
      long upper = Float.floatToIntBits((float) rarity[id]);
      numbers[id] = upper << Integer.SIZE | places[id];
    }
    return numbers;
  }

  private static float rarity(long number) {
    return Float.intBitsToFloat((int) (number >>> Integer.SIZE));
  }

  /** Moves the place of each term behind its list. */
  private void fill(int cluster, SparseVector centroid, int[] places) {
    for (int i = 0; i < centroid.size(); i++) {
      int bits = Float.floatToIntBits((float) centroid.value(i)) + (mask + 1) / 2; // to round
      entries[places[centroid.id(i)]++] = bits & ~mask | cluster;
    }
  }

  private void mark(int[] sizes, int[] ends) {
    for (int id = 0; id < sizes.length; id++) {
      int start = ends[id] - sizes[id];
      for (int unit = start; unit + UNIT < ends[id]; unit += UNIT) {
        entries[unit] |= MORE;
      }
    }
  }

  /** The cosines of a text, 0 to 1; all 0 if it shares no term with the vocabulary. */
  double[] cosines(TermCounts text) {
    var sums = new double[mask + 1];
    var places = new int[Math.min(TERMS, text.size())];
    var weights = new float[places.length];
    double squares = 0;
    for (int from = 0; from < text.size(); from += TERMS) {
      int size = Math.min(TERMS, text.size() - from);
      squares += find(text, from, places, weights, size);
      add(sums, places, weights, size);
    }
    double norm = squares > 0 ? Math.sqrt(squares) : 1;
    var cosines = new double[clusters];
    for (int k = 0; k < clusters; k++) {
      cosines[k] = Math.max(0, Math.min(1, sums[k] / norm));
    }
    return cosines;
  }

  /** Finds lists and weights and adds up the squares of these; the divisor of counts cancels. */
  private double find(TermCounts text, int from, int[] places, float[] weights, int size) {
    var numbers = new long[size];
    finder.find(text, from, numbers, size);
    double squares = 0;
    for (int i = 0; i < size; i++) {
      weights[i] = text.countAt(from + i) * rarity(numbers[i]);
      places[i] = (int) numbers[i];
      squares += (double) weights[i] * weights[i];
    }
    return squares;
  }

  private void add(double[] sums, int[] places, float[] weights, int size) {
    var first = new int[size];
    int left = size;
    while (left > 0) {
      for (int i = 0; i < left; i++) { // so short that the processor waits for many at once
        first[i] = entries[places[i]];
      }
      left = addUnits(sums, entries, first, places, weights, left);
    }
  }

  /**
   * Adds a unit of each list and keeps the lists that have more. Long, because the compiler makes
   * code of a loop over the entries that takes half as much time again.
   */
  private static int addUnits(
      double[] sums, int[] all, int[] first, int[] places, float[] weights, int size) {
    int mask = sums.length - 1;
    int value = ~(MORE | mask);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int at = places[i];
      float weight = weights[i];
      addFour(sums, first[i], all[at + 1], all[at + 2], all[at + 3], weight, mask, value);
      addFour(sums, all[at + 4], all[at + 5], all[at + 6], all[at + 7], weight, mask, value);
      places[kept] = at + UNIT;
      weights[kept] = weight;
      kept += first[i] >>> 31; // 1 for MORE, without a branch
    }
    return kept;
  }

  private static void addFour(
      double[] sums, int a, int b, int c, int d, float weight, int mask, int value) {
    sums[a & mask] += weight * Float.intBitsToFloat(a & value);
    sums[b & mask] += weight * Float.intBitsToFloat(b & value);
    sums[c & mask] += weight * Float.intBitsToFloat(c & value);
    sums[d & mask] += weight * Float.intBitsToFloat(d & value);
  }
}
