package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.text.TextVectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The worth of links by the meaning of their anchor texts, learned by recursive least squares with
 * a ridge.
 *
 * <p>The first 64 dimensions of vectors count, with 8 bits each in the features of a link. Written
 * by one thread; others may read.
 */
final class MeaningModel {

  /** The name of the part of a score that it makes. */
  static final String PART = "close in meaning to links that paid";

  private static final int FORMAT = 1;
  private static final int MOST_DIMENSIONS = 64;
  private static final int BYTES = Integer.BYTES; // dimensions in a feature
  private static final double LEVELS = Byte.MAX_VALUE;
  private static final int MOST_PAID = 100;
  private static final double RIDGE = 2;
  private static final double LARGEST = 1e9;

  /** A followed link that paid, with its features. */
  private static final class Paid {

    private final String url;
    private final int[] features;

    private Paid(String url, int[] features) {
      this.url = url;
      this.features = features;
    }
  }

  private final @Nullable TextVectors vectors;
  private final int size;
  private final double[] weights;
  private final double[][] inverse; // of the sums of products, with the ridge
  private volatile List<Paid> paid = List.of(); // the last ones

  /** Creates a model; without vectors, it predicts 0. */
  MeaningModel(@Nullable TextVectors vectors) {
    this.vectors = vectors;
    int dimensions = vectors == null ? 0 : Math.min(MOST_DIMENSIONS, vectors.dimensions());
    this.size = (dimensions + BYTES - 1) / BYTES;
    this.weights = new double[size * BYTES];
    this.inverse = new double[weights.length][weights.length];
    for (int i = 0; i < weights.length; i++) {
      inverse[i][i] = 1 / RIDGE;
    }
  }

  /** Returns the number of features of a link, 0 without vectors. */
  int size() {
    return size;
  }

  /** Returns the features of an anchor text. */
  int[] features(String anchor) {
    var features = new int[size];
    float[] vector = vectors == null ? new float[0] : vectors.vector(anchor);
    int dimensions = Math.min(vector.length, weights.length);
    double squares = 0;
    for (int i = 0; i < dimensions; i++) {
      squares += vector[i] * vector[i];
    }
    for (int i = 0; i < dimensions && squares > 0; i++) {
      long level = Math.round(LEVELS * vector[i] / Math.sqrt(squares));
      features[i / BYTES] |= ((int) level & 0xFF) << (Byte.SIZE * (i % BYTES));
    }
    return features;
  }

  /** Returns the vector in the features of a link from an index on, of length 1 or zeros. */
  private double[] vector(int[] features, int from) {
    var vector = new double[weights.length];
    for (int i = 0; i < vector.length; i++) {
      int shifted = features[from + i / BYTES] >> (Byte.SIZE * (i % BYTES));
      vector[i] = (byte) shifted / LEVELS;
    }
    return vector;
  }

  private static double product(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  /** Returns the expected worth above the mean of a link, whose features start at an index. */
  double predict(int[] features, int from) {
    return product(weights, vector(features, from));
  }

  /** Learns the worth above the mean of a followed link. */
  void learn(int[] features, int from, double worth) {
    double[] vector = vector(features, from);
    var gain = new double[vector.length];
    for (int i = 0; i < gain.length; i++) {
      gain[i] = product(inverse[i], vector);
    }
    double variance = 1 + product(gain, vector);
    double error = worth - product(weights, vector);
    for (int i = 0; i < gain.length; i++) {
      weights[i] += gain[i] * error / variance;
      for (int j = 0; j < gain.length; j++) {
        inverse[i][j] -= gain[i] * gain[j] / variance;
      }
    }
  }

  /** Keeps a link that paid, for explanations. */
  void keep(String url, int[] features, int from) {
    List<Paid> last = new ArrayList<>(paid);
    last.add(new Paid(url, Arrays.copyOfRange(features, from, from + size)));
    paid = List.copyOf(last.subList(Math.max(0, last.size() - MOST_PAID), last.size()));
  }

  /** Explains a link by the link that paid whose anchor is nearest, if any is near. */
  Optional<Explanation> nearest(int[] features, int from) {
    double[] vector = vector(features, from);
    return paid.stream()
        .map(one -> Explanation.of("cosine with " + one.url, cosine(vector, one)))
        .filter(one -> one.value() > 0)
        .max((one, other) -> Double.compare(one.value(), other.value()));
  }

  private double cosine(double[] vector, Paid other) {
    return product(vector, vector(other.features, 0));
  }

  void save(StateWriter out) throws IOException {
    out.section("meaning", FORMAT);
    out.writeInt(size);
    for (int i = 0; i < weights.length; i++) {
      out.writeDouble(weights[i]);
      for (int j = 0; j <= i; j++) { // it is symmetric
        out.writeDouble(inverse[i][j]);
      }
    }
    out.writeInt(paid.size());
    for (Paid one : paid) {
      out.writeText(one.url);
      for (int feature : one.features) {
        out.writeInt(feature);
      }
    }
  }

  void restore(StateReader in) throws IOException {
    in.section("meaning", FORMAT);
    StateReader.require(in.readInt() == size, "it has vectors of another length");
    for (int i = 0; i < weights.length; i++) {
      weights[i] = in.readDouble(-LARGEST, LARGEST, "weight of a dimension");
      for (int j = 0; j <= i; j++) {
        inverse[i][j] = in.readDouble(-LARGEST, LARGEST, "number of a matrix");
        inverse[j][i] = inverse[i][j];
      }
    }
    List<Paid> last = new ArrayList<>();
    int count = in.readInt(0, MOST_PAID, "links that paid");
    for (int i = 0; i < count; i++) {
      last.add(paid(in));
    }
    paid = List.copyOf(last);
  }

  private Paid paid(StateReader in) throws IOException {
    String url = in.readText();
    var features = new int[size];
    for (int i = 0; i < size; i++) {
      features[i] = in.readInt();
    }
    return new Paid(url, features);
  }
}
