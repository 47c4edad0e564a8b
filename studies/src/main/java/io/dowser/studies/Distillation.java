package io.dowser.studies;

import io.dowser.crawler.meaning.MeaningTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * Distils a table of meaning from the vectors of subwords (Tulkens and van Dongen 2024): their
 * first principal components, weighted by smooth inverse frequency (Arora, Liang and Ma 2017).
 *
 * <p>Frequencies are those of Zipf's law, 1 divided by the rank. The background of the table is
 * that of texts whose subwords are drawn by these frequencies: the mean, and the first principal
 * component. So it needs no texts.
 */
final class Distillation {

  private static final String UNKNOWN = "[UNK]";
  private static final double SMOOTHING = 1e-4; // a of Arora et al.

  private final Map<String, float[]> vectors = new LinkedHashMap<>();

  /** Adds the next subword by frequency; the first of several with the same name counts. */
  void add(String subword, float[] vector) {
    boolean special = subword.length() > 2 && subword.startsWith("[") && subword.endsWith("]");
    float[] first = vectors.isEmpty() ? vector : vectors.values().iterator().next();
    if (vector.length != first.length || vector.length == 0) {
      throw new StudyException(
          "all vectors must have "
              + first.length
              + " numbers, but that of '"
              + subword
              + "' has "
              + vector.length);
    }
    if (!special) {
      vectors.putIfAbsent(subword, vector);
    }
  }

  int size() {
    return vectors.size();
  }

  /** Returns the table of the subwords so far. */
  MeaningTable table(String language, int dimensions) {
    double[] frequencies = frequencies(vectors.size());
    List<float[]> rows = weighted(projected(dimensions), frequencies);
    float[] mean = mean(rows, frequencies);
    float[] component = axes(rows, frequencies, mean, 1).get(0);
    List<String> subwords = new ArrayList<>(vectors.keySet());
    subwords.add(UNKNOWN);
    rows.add(new float[mean.length]);
    return MeaningTable.of(language, subwords, rows, mean, component);
  }

  private static double[] frequencies(int count) {
    var frequencies = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      frequencies[i] = 1.0 / (i + 1);
      sum += frequencies[i];
    }
    for (int i = 0; i < count; i++) {
      frequencies[i] /= sum;
    }
    return frequencies;
  }

  /** Returns the vectors along their first principal components, from their mean. */
  private List<float[]> projected(int dimensions) {
    List<float[]> all = new ArrayList<>(vectors.values());
    var equal = new double[all.size()];
    Arrays.fill(equal, 1.0 / all.size());
    float[] mean = mean(all, equal);
    List<float[]> axes = axes(all, equal, mean, Math.min(dimensions, mean.length));
    List<float[]> projected = new ArrayList<>();
    for (float[] vector : all) {
      var row = new float[axes.size()];
      for (int axis = 0; axis < row.length; axis++) {
        row[axis] = (float) along(vector, mean, axes.get(axis));
      }
      projected.add(row);
    }
    return projected;
  }

  private static double along(float[] vector, float[] mean, float[] axis) {
    double sum = 0;
    for (int i = 0; i < axis.length; i++) {
      sum += (double) (vector[i] - mean[i]) * axis[i];
    }
    return sum;
  }

  private static List<float[]> weighted(List<float[]> vectors, double[] frequencies) {
    List<float[]> rows = new ArrayList<>();
    for (float[] vector : vectors) {
      double weight = SMOOTHING / (SMOOTHING + frequencies[rows.size()]);
      var row = new float[vector.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = (float) (vector[i] * weight);
      }
      rows.add(row);
    }
    return rows;
  }

  private static float[] mean(List<float[]> vectors, double[] shares) {
    var sums = new double[vectors.get(0).length];
    for (int v = 0; v < shares.length; v++) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += vectors.get(v)[i] * shares[v];
      }
    }
    return floats(sums);
  }

  /** Returns the principal components with the largest variances, of length 1. */
  private static List<float[]> axes(
      List<float[]> vectors, double[] shares, float[] mean, int count) {
    int size = mean.length;
    var covariance = new double[size][size];
    for (int v = 0; v < shares.length; v++) {
      float[] vector = vectors.get(v);
      for (int i = 0; i < size; i++) {
        double scaled = shares[v] * (vector[i] - mean[i]);
        for (int j = 0; j <= i; j++) {
          covariance[i][j] += scaled * (vector[j] - mean[j]);
        }
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        covariance[j][i] = covariance[i][j];
      }
    }
    var decomposition = new EigenDecomposition(new Array2DRowRealMatrix(covariance, false));
    List<float[]> axes = new ArrayList<>();
    for (int axis = 0; axis < count; axis++) {
      axes.add(floats(decomposition.getEigenvector(axis).toArray()));
    }
    return axes;
  }

  private static float[] floats(double[] numbers) {
    var floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
    }
    return floats;
  }
}
