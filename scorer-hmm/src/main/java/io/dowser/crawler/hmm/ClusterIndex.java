package io.dowser.crawler.hmm;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.SparseVector;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.Arrays;
import java.util.List;

/**
 * The centroids of all clusters by term, so that one pass over a text gives its cosines with all of
 * them.
 *
 * <p>A term of few centroids, up to {@value #FEW}, has them beside its fingerprint, as entries of a
 * cluster and a weight. A look at many terms waits for memory more than for arithmetic, so an entry
 * has four bytes: the weight is a float whose last bits make room for the cluster. All of these
 * terms add as many entries, because a processor cannot foresee the end of each list; entries that
 * fill a list up have the weight 0 and a cluster that their neighbours lack, because sums of one
 * cluster wait for each other. A term of more centroids has a row of weights, one for each cluster,
 * zeros too: the processor adds eight of them at a time.
 *
 * <p>Rounding leaves a weight good to a part in 2^(24 - bits), 4 in a million for 50 clusters, and
 * {@value #TERMS} terms are summed up as floats; so are the cosines, because nothing is subtracted.
 * Those with two equal centroids are equal.
 *
 * <p>Immutable and thread-safe.
 */
final class ClusterIndex {

  private static final int RARITY = 0; // the numbers of a term: its rarity as a float,
  private static final int ROW = 1; // its row, or 0,
  private static final int ENTRIES = 2; // and its entries if it has no row
  private static final int FEW = TermFinder.ROOM - ENTRIES;
  private static final int GROUP = 4; // of rows that are added at a time
  private static final int TERMS = 64; // at a time, so that what they need stays in the cache

  private final int clusters;
  private final int mask; // the bits of an entry that are the cluster
  private final TermFinder finder;
  private final float[][] rows; // the first is all zeros

  /** Takes centroids of norm 1 or 0, without negative values. */
  ClusterIndex(Vocabulary vocabulary, double[] rarity, List<SparseVector> centroids) {
    this.clusters = centroids.size();
    this.mask = 2 * Integer.highestOneBit(Math.max(1, clusters - 1)) - 1;
    var places = new int[rarity.length];
    this.finder = new TermFinder(vocabulary, places);
    int[] sizes = sizes(rarity.length, centroids);
    int row = 0;
    for (int id = 0; id < sizes.length; id++) {
      finder.lines[places[id] + RARITY] = Float.floatToIntBits((float) rarity[id]);
      finder.lines[places[id] + ROW] = sizes[id] > FEW ? ++row : 0;
    }
    this.rows = new float[row + 1][clusters];
    for (int slot = 0; slot < finder.slots(); slot++) {
      for (int number = 0; number < FEW; number++) {
        finder.lines[finder.place(slot) + ENTRIES + number] = number & mask;
      }
    }
    fill(centroids, places);
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

  private void fill(List<SparseVector> centroids, int[] places) {
    var filled = new int[places.length];
    for (int cluster = 0; cluster < clusters; cluster++) {
      SparseVector centroid = centroids.get(cluster);
      for (int i = 0; i < centroid.size(); i++) {
        int id = centroid.id(i);
        int row = finder.lines[places[id] + ROW];
        if (row > 0) {
          rows[row][cluster] = (float) centroid.value(i);
        } else {
          int entry = entry(cluster, centroid.value(i));
          finder.lines[places[id] + ENTRIES + filled[id]++] = entry;
        }
      }
    }
  }

  private int entry(int cluster, double value) {
    int bits = Float.floatToIntBits((float) value) + (mask + 1) / 2; // to round
    return (bits & ~mask) | cluster;
  }

  /** The cosines of a text, 0 to 1; all 0 if it shares no term with the vocabulary. */
  double[] cosines(TermCounts text) {
    var sums = new Sums(Math.min(TERMS, text.size()));
    for (int from = 0; from < text.size(); from += TERMS) {
      sums.add(text, from, Math.min(TERMS, text.size() - from));
    }
    return sums.cosines();
  }

  /** The products of a text with all centroids, as far as it has been read; not thread-safe. */
  private final class Sums {

    private final TermFinder.Search search;
    private final float[] weights; // of the terms without a row
    private final int[] rowsOfTerms;
    private final float[] rowWeights;
    private final float[] ofEntries = new float[mask + 1];
    private final float[] ofRows = new float[clusters];
    private final double[] all = new double[clusters];
    private double squares;

    /** Room for as many terms at a time. */
    Sums(int terms) {
      search = finder.search(terms);
      weights = new float[terms];
      rowsOfTerms = new int[terms + GROUP];
      rowWeights = new float[terms + GROUP];
    }

    void add(TermCounts text, int from, int size) {
      search.find(text, from, size);
      int wide = weigh(text, from, size);
      addEntries(size - wide);
      addRows(wide);
      for (int k = 0; k < clusters; k++) {
        all[k] += (double) ofEntries[k] + ofRows[k];
      }
      Arrays.fill(ofEntries, 0);
      Arrays.fill(ofRows, 0);
    }

    /**
     * Weighs each term, the divisor of the counts left out, as it cancels in a cosine; parts those
     * with a row from the others, without a branch, and says how many there are.
     */
    private int weigh(TermCounts text, int from, int size) {
      int[] places = search.places;
      int[] lines = finder.lines;
      int wide = 0;
      for (int i = 0; i < size; i++) {
        int place = places[i];
        float weight = text.countAt(from + i) * Float.intBitsToFloat(lines[place + RARITY]);
        squares += (double) weight * weight;
        int row = lines[place + ROW];
        places[i - wide] = place;
        weights[i - wide] = weight;
        rowsOfTerms[wide] = row;
        rowWeights[wide] = weight;
        wide += -row >>> 31; // 1 unless it is 0
      }
      return wide;
    }

    private void addEntries(int size) {
      int[] lines = finder.lines;
      float[] sums = ofEntries;
      for (int i = 0; i < size; i++) {
        int at = search.places[i] + ENTRIES;
        float weight = weights[i];
        addFour(sums, lines, at, weight);
        addFour(sums, lines, at + 4, weight);
        addFour(sums, lines, at + 8, weight);
      }
    }

    private void addRows(int size) {
      Arrays.fill(rowWeights, size, size + GROUP - 1, 0); // the last group may have fewer
      for (int i = 0; i < size; i += GROUP) {
        addFourRows(
            ofRows,
            rows[rowsOfTerms[i]],
            rows[rowsOfTerms[i + 1]],
            rows[rowsOfTerms[i + 2]],
            rows[rowsOfTerms[i + 3]],
            rowWeights,
            i);
      }
    }

    double[] cosines() {
      double norm = squares > 0 ? Math.sqrt(squares) : 1;
      return Arrays.stream(all).map(sum -> Math.max(0, Math.min(1, sum / norm))).toArray();
    }
  }

  /** Without a loop, of which the compiler would make code that takes half as much time again. */
  private static void addFour(float[] sums, int[] entries, int at, float weight) {
    int mask = sums.length - 1;
    int a = entries[at];
    int b = entries[at + 1];
    int c = entries[at + 2];
    int d = entries[at + 3];
    sums[a & mask] += weight * Float.intBitsToFloat(a & ~mask);
    sums[b & mask] += weight * Float.intBitsToFloat(b & ~mask);
    sums[c & mask] += weight * Float.intBitsToFloat(c & ~mask);
    sums[d & mask] += weight * Float.intBitsToFloat(d & ~mask);
  }

  /** Four rows at a time, as the sums are read and written for each. */
  private static void addFourRows(
      float[] sums, float[] a, float[] b, float[] c, float[] d, float[] weights, int at) {
    float x = weights[at];
    float y = weights[at + 1];
    float z = weights[at + 2];
    float w = weights[at + 3];
    for (int k = 0; k < sums.length; k++) {
      sums[k] += x * a[k] + y * b[k] + z * c[k] + w * d[k];
    }
  }
}
