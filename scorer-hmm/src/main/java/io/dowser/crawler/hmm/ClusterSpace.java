package io.dowser.crawler.hmm;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The text side of a model: how texts become vectors, and the centroids of the clusters. */
final class ClusterSpace {

  private static final TermWeighting WEIGHTING = TermWeighting.MAX_NORMALISED;

  private final Vocabulary vocabulary;
  private final DocumentFrequencies.Frozen frequencies;
  private final List<SparseVector> centroids;
  private final CosineTable table;
  final double[] topic; // the centroid of the targets, written out
  final double[] rarity; // of each term of the vocabulary

  ClusterSpace(
      Vocabulary vocabulary, DocumentFrequencies.Frozen frequencies, List<SparseVector> centroids) {
    this.vocabulary = vocabulary;
    this.frequencies = frequencies;
    this.centroids = List.copyOf(centroids);
    this.table = new CosineTable(centroids, vocabulary.size());
    this.topic = new double[vocabulary.size()];
    centroids.get(0).addTo(topic, 1);
    this.rarity = new double[vocabulary.size()];
    Arrays.setAll(
        rarity, id -> WEIGHTING.inverseDocumentFrequency(frequencies, vocabulary.term(id)));
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  int clusters() {
    return centroids.size();
  }

  SparseVector centroid(int cluster) {
    return centroids.get(cluster);
  }

  /** Returns the weights of the terms of a text that are in the vocabulary. */
  SparseVector vector(TermCounts text) {
    int[] ids = vocabulary.ids(text);
    var weights = new double[ids.length];
    int size = 0;
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != Vocabulary.ABSENT) {
        weights[size] = weight(text, i, ids[i]);
        ids[size++] = ids[i];
      }
    }
    return SparseVector.of(Arrays.copyOf(ids, size), Arrays.copyOf(weights, size));
  }

  private double weight(TermCounts text, int i, int id) {
    return WEIGHTING.termFrequency(text.countAt(i), text.largest(), text.total()) * rarity[id];
  }

  /**
   * Returns the cosines of a text with all centroids, 0 to 1; all 0 if it has no term in common.
   */
  double[] cosines(TermCounts text) {
    int[] ids = vocabulary.ids(text);
    var sums = new double[centroids.size()];
    double squares = 0;
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != Vocabulary.ABSENT) {
        double weight = weight(text, i, ids[i]);
        squares += weight * weight;
        table.addTo(sums, ids[i], weight);
      }
    }
    double norm = squares > 0 ? Math.sqrt(squares) : 1;
    return Arrays.stream(sums).map(sum -> CosineTable.bounded(sum / norm)).toArray();
  }

  /** Returns the nearest cluster, or {@link HiddenMarkovModel#MISSING} if all cosines are 0. */
  static int nearest(double[] cosines) {
    int nearest = largest(cosines);
    return cosines[nearest] > 0 ? nearest : HiddenMarkovModel.MISSING;
  }

  /** Returns the share of each cluster in a text, by the squares of its cosines. */
  static double[] shares(double[] cosines) {
    double sum = Arrays.stream(cosines).map(cosine -> cosine * cosine).sum();
    return Arrays.stream(cosines).map(cosine -> cosine * cosine / sum).toArray();
  }

  /** Returns the index of the largest value, the lowest of equal ones. */
  static int largest(double[] values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      largest = values[i] > values[largest] ? i : largest;
    }
    return largest;
  }

  void save(StateWriter out) throws IOException {
    vocabulary.save(out);
    frequencies.save(out);
    out.writeInt(centroids.size());
    for (SparseVector centroid : centroids) {
      out.writeInt(centroid.size());
      for (int i = 0; i < centroid.size(); i++) {
        out.writeInt(centroid.id(i));
        out.writeDouble(centroid.value(i));
      }
    }
  }

  static ClusterSpace read(StateReader in) throws IOException {
    Vocabulary vocabulary = Vocabulary.read(in);
    DocumentFrequencies.Frozen frequencies = DocumentFrequencies.Frozen.read(in);
    int count = in.readInt(2, HiddenMarkovModel.MAX_CLUSTERS, "number of centroids");
    List<SparseVector> centroids = new ArrayList<>();
    for (int cluster = 0; cluster < count; cluster++) {
      centroids.add(readVector(in, vocabulary.size()));
    }
    return new ClusterSpace(vocabulary, frequencies, centroids);
  }

  private static SparseVector readVector(StateReader in, int terms) throws IOException {
    int size = in.readInt(0, terms, "number of terms of a centroid");
    var ids = new int[size];
    var values = new double[size];
    for (int i = 0; i < size; i++) {
      ids[i] = in.readInt(0, terms - 1, "number of a term");
      values[i] = in.readDouble(0, Double.MAX_VALUE, "weight of a term");
    }
    return SparseVector.of(ids, values);
  }
}
