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
 * <p>Each term has a list of the centroids that contain it, as entries of a cluster and a weight.
 * The first {@value #HERE} lie beside its fingerprint, the rest in units of {@value #UNIT}. A look
 * at many terms waits for memory more than for arithmetic, so an entry has four bytes: the weight
 * is a float whose last bits make room for the cluster. Rounding leaves it good to a part in 2^(24
 * - bits), 4 in a million for 50 clusters, and the cosines too, because nothing is subtracted;
 * those with two equal centroids are equal.
 *
 * <p>All terms add their first entries in turn, as many for each, because a processor cannot
 * foresee the end of each list; then those with more of them add the rest. Entries that fill up a
 * line or a unit have the weight 0 and a cluster that their neighbours lack: sums of one cluster
 * wait for each other.
 *
 * <p>Immutable and safe for use by many threads.
 */
final class ClusterIndex {

  private static final int RARITY = 0; // the numbers of a term: its rarity as a float,
  private static final int REST = 1; // where its units begin, or 0,
  private static final int ENTRIES = 2; // and its first entries
  private static final int HERE = TermFinder.ROOM - ENTRIES;
  private static final int UNIT = 8;
  private static final int MORE = 1 << 31; // in a unit's first entry: another unit follows
  private static final int TERMS = 128; // at a time, so that what they need stays in the cache

  private final int clusters;
  private final int mask; // the bits of an entry that are the cluster
  private final TermFinder finder;
  private final int[] units;

  /** Takes centroids of norm 1 or 0, without negative values. */
  ClusterIndex(Vocabulary vocabulary, double[] rarity, List<SparseVector> centroids) {
    this.clusters = centroids.size();
    this.mask = 2 * Integer.highestOneBit(Math.max(1, clusters - 1)) - 1;
    var places = new int[rarity.length];
    this.finder = new TermFinder(vocabulary, places);
    int[] sizes = sizes(rarity.length, centroids);
    int end = 1;
    for (int id = 0; id < sizes.length; id++) {
      finder.lines[places[id] + RARITY] = Float.floatToIntBits((float) rarity[id]);
      finder.lines[places[id] + REST] = sizes[id] > HERE ? end : 0;
      end = Math.addExact(end, (Math.max(0, sizes[id] - HERE) + UNIT - 1) / UNIT * UNIT);
    }
    this.units = new int[end];
    Arrays.setAll(units, i -> i & mask);
    for (int slot = 0; slot < finder.slots(); slot++) {
      for (int number = 0; number < HERE; number++) {
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
        put(places[id], filled[id]++, entry(cluster, centroid.value(i)));
      }
    }
  }

  private int entry(int cluster, double value) {
    int bits = Float.floatToIntBits((float) value) + (mask + 1) / 2; // to round
    return (bits & ~mask) | cluster;
  }

  private void put(int place, int number, int entry) {
    if (number < HERE) {
      finder.lines[place + ENTRIES + number] = entry;
    } else {
      int at = finder.lines[place + REST] + number - HERE;
      units[at] = entry;
      if (number > HERE && (number - HERE) % UNIT == 0) {
        units[at - UNIT] |= MORE;
      }
    }
  }

  /** The cosines of a text, 0 to 1; all 0 if it shares no term with the vocabulary. */
  double[] cosines(TermCounts text) {
    var sums = new double[mask + 1];
    TermFinder.Search search = finder.search(Math.min(TERMS, text.size()));
    int[] places = search.places;
    var weights = new float[places.length];
    double squares = 0;
    for (int from = 0; from < text.size(); from += TERMS) {
      int size = Math.min(TERMS, text.size() - from);
      search.find(text, from, size);
      squares += weigh(text, from, places, weights, size);
      int left = addFirst(sums, places, weights, size);
      addUnits(sums, places, weights, left);
    }
    double norm = squares > 0 ? Math.sqrt(squares) : 1;
    var cosines = new double[clusters];
    for (int k = 0; k < clusters; k++) {
      cosines[k] = Math.max(0, Math.min(1, sums[k] / norm));
    }
    return cosines;
  }

  /** Gives the sum of the squared weights; the divisor of the counts cancels in a cosine. */
  private double weigh(TermCounts text, int from, int[] places, float[] weights, int size) {
    double squares = 0;
    for (int i = 0; i < size; i++) {
      float rarity = Float.intBitsToFloat(finder.lines[places[i] + RARITY]);
      weights[i] = text.countAt(from + i) * rarity;
      squares += (double) weights[i] * weights[i];
    }
    return squares;
  }

  /** Adds the first entries of each term, and keeps the terms that have units. */
  private int addFirst(double[] sums, int[] places, float[] weights, int size) {
    int[] all = finder.lines;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int place = places[i];
      float weight = weights[i];
      addFour(sums, all, place + ENTRIES, weight);
      addFour(sums, all, place + ENTRIES + 4, weight);
      addFour(sums, all, place + ENTRIES + 8, weight);
      int rest = all[place + REST];
      places[kept] = rest;
      weights[kept] = weight;
      kept += -rest >>> 31; // 1 unless it is 0, without a branch
    }
    return kept;
  }

  private void addUnits(double[] sums, int[] places, float[] weights, int size) {
    int[] all = units;
    for (int i = 0; i < size; i++) {
      int place = places[i];
      float weight = weights[i];
      int first;
      do {
        first = all[place];
        addFour(sums, all, place, weight);
        addFour(sums, all, place + 4, weight);
        place += UNIT;
      } while ((first & MORE) != 0);
    }
  }

  /** Without a loop, of which the compiler would make code that takes half as much time again. */
  private static void addFour(double[] sums, int[] entries, int at, float weight) {
    int mask = sums.length - 1;
    int value = ~(MORE | mask);
    int a = entries[at];
    int b = entries[at + 1];
    int c = entries[at + 2];
    int d = entries[at + 3];
    sums[a & mask] += weight * Float.intBitsToFloat(a & value);
    sums[b & mask] += weight * Float.intBitsToFloat(b & value);
    sums[c & mask] += weight * Float.intBitsToFloat(c & value);
    sums[d & mask] += weight * Float.intBitsToFloat(d & value);
  }
}
