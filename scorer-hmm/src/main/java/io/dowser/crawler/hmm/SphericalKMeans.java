package io.dowser.crawler.hmm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Clusters vectors by direction: each belongs to the centroid with the largest cosine, and a
 * centroid is the mean of its members' directions.
 *
 * <p>Starts from vectors drawn by k-means++ (Arthur and Vassilvitskii 2007) with 1 - cosine in the
 * place of the squared distance, which for directions is half of it. Ends when no vector moves, or
 * after {@value #MOST_ROUNDS} rounds. A cluster that runs empty takes the vector that is farthest
 * from its centroid.
 */
final class SphericalKMeans {

  static final int MOST_ROUNDS = 100;

  private final List<SparseVector> vectors;
  private final int size; // of the vocabulary
  private final int[] clusters;
  private final double[] cosines; // of each vector with its centroid
  private List<SparseVector> centroids;

  private SphericalKMeans(List<SparseVector> vectors, int size, List<SparseVector> start) {
    this.vectors = vectors;
    this.size = size;
    this.clusters = new int[vectors.size()];
    this.cosines = new double[vectors.size()];
    this.centroids = start;
    Arrays.fill(clusters, -1);
  }

  /**
   * The result.
   *
   * @param centroids of norm 1
   * @param members the cluster of each vector
   */
  record Clusters(List<SparseVector> centroids, List<Integer> members) {}

  /**
   * Clusters some vectors.
   *
   * @param vectors none of them zero
   * @param size one more than their largest id
   * @param k clusters wanted, 1 up to the number of vectors; fewer come of it if the vectors have
   *     fewer directions
   */
  static Clusters cluster(List<SparseVector> vectors, int size, int k, RandomGenerator random) {
    var means = new SphericalKMeans(vectors, size, seeds(vectors, k, random));
    int round = 0;
    while (means.assign() && round < MOST_ROUNDS) {
      means.fillEmptyClusters();
      means.move();
      round++;
    }
    return new Clusters(means.centroids, Arrays.stream(means.clusters).boxed().toList());
  }

  /** The mean of the directions of some vectors, of norm 1; zero if there are none. */
  static SparseVector centroid(List<SparseVector> members, int size) {
    var sum = new double[size];
    for (SparseVector member : members) {
      if (member.size() > 0) {
        member.addTo(sum, 1 / member.norm());
      }
    }
    return SparseVector.of(sum).unit();
  }

  private static List<SparseVector> seeds(
      List<SparseVector> vectors, int k, RandomGenerator random) {
    List<SparseVector> seeds = new ArrayList<>();
    var distances = new double[vectors.size()];
    Arrays.fill(distances, 1);
    while (seeds.size() < k) {
      int drawn = draw(distances, random);
      if (drawn < 0) {
        return seeds; // all vectors lie on a seed
      }
      SparseVector seed = vectors.get(drawn).unit();
      seeds.add(seed);
      for (int i = 0; i < distances.length; i++) {
        distances[i] = Math.min(distances[i], distance(vectors.get(i), seed));
      }
    }
    return seeds;
  }

  /** 1 - cosine, and exactly 0 for equal directions, which rounding would keep apart. */
  private static double distance(SparseVector vector, SparseVector seed) {
    double distance = 1 - vector.cosine(seed);
    return distance < 1e-12 ? 0 : distance;
  }

  private static int draw(double[] weights, RandomGenerator random) {
    double rest = Arrays.stream(weights).sum() * random.nextDouble();
    int last = -1;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        last = i;
        rest -= weights[i];
        if (rest < 0) {
          return i;
        }
      }
    }
    return last; // rounding left a rest
  }

  /** Finds the nearest centroid of each vector; returns whether any vector has moved. */
  private boolean assign() {
    CosineTable table = new CosineTable(centroids, size);
    boolean moved = false;
    for (int i = 0; i < clusters.length; i++) {
      double[] all = table.cosines(vectors.get(i));
      int nearest = ClusterSpace.largest(all);
      cosines[i] = all[nearest];
      moved |= clusters[i] != nearest;
      clusters[i] = nearest;
    }
    return moved;
  }

  private void fillEmptyClusters() {
    var sizes = new int[centroids.size()];
    for (int cluster : clusters) {
      sizes[cluster]++;
    }
    for (int cluster = 0; cluster < sizes.length; cluster++) {
      if (sizes[cluster] == 0) {
        int farthest = farthest(sizes);
        sizes[clusters[farthest]]--;
        sizes[cluster]++;
        clusters[farthest] = cluster;
        cosines[farthest] = 1;
      }
    }
  }

  private int farthest(int[] sizes) {
    int farthest = -1;
    for (int i = 0; i < clusters.length; i++) {
      if (sizes[clusters[i]] > 1 && (farthest < 0 || cosines[i] < cosines[farthest])) {
        farthest = i;
      }
    }
    return farthest;
  }

  private void move() {
    List<List<SparseVector>> members = new ArrayList<>();
    centroids.forEach(centroid -> members.add(new ArrayList<>()));
    for (int i = 0; i < clusters.length; i++) {
      members.get(clusters[i]).add(vectors.get(i));
    }
    centroids = members.stream().map(each -> centroid(each, size)).toList();
  }
}
