package io.dowser.crawler.hmm;

import static io.dowser.crawler.hmm.WorkedNumbers.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SphericalKMeansTest {

  @Test
  void workedExampleOfClusters() {
    Vocabulary vocabulary =
        Vocabulary.of(
            List.of("car", "price", "engine", "news", "world", "sport", "match", "cooking"));
    List<SparseVector> targets =
        List.of(
            vector(vocabulary, Map.of("car", 0.8, "price", 0.6)),
            vector(vocabulary, Map.of("car", 0.6, "engine", 0.8)));
    SparseVector c0 = SphericalKMeans.centroid(targets, vocabulary.size());
    List<SparseVector> centroids =
        List.of(
            c0,
            vector(vocabulary, Map.of("news", 1.0, "world", 1.0)),
            vector(vocabulary, Map.of("sport", 1.0, "match", 1.0, "news", 0.5)));

    check(c0.get(vocabulary.id("car")), 0.813733);
    check(c0.get(vocabulary.id("engine")), 0.464991);
    check(c0.get(vocabulary.id("price")), 0.348743);
    targets.forEach(target -> check(target.cosine(c0), 0.860233));
    var page = vector(vocabulary, Map.of("car", 1.0, "engine", 1.0, "news", 1.0));
    checkCosines(page, centroids, 0, 0.738272, 0.408248, 0.19245);
    var second = vector(vocabulary, Map.of("news", 2.0, "match", 1.0));
    checkCosines(second, centroids, 1, 0, 0.632456, 0.596285);
    var third = vector(vocabulary, Map.of("cooking", 1.0));
    checkCosines(third, centroids, HiddenMarkovModel.MISSING, 0, 0, 0);
  }

  @Test
  void kMeansFindsClustersThatAreThere() {
    var random = new SplittableRandom(4);
    List<SparseVector> vectors = IntStream.range(0, 60).mapToObj(i -> near(i % 3, random)).toList();

    SphericalKMeans.Clusters found = SphericalKMeans.cluster(vectors, 30, 3, random);

    for (int i = 3; i < 60; i++) {
      assertThat(found.members().get(i)).isEqualTo(found.members().get(i % 3));
    }
    assertThat(found.members()).contains(0, 1, 2);
    assertThat(found.centroids())
        .allSatisfy(each -> assertThat(each.norm()).isCloseTo(1, within(1e-12)));
  }

  private static SparseVector near(int cluster, SplittableRandom random) {
    var dense = new double[30];
    for (int id = 0; id < 30; id++) {
      dense[id] = random.nextDouble(0.9, 1) * (id / 10 == cluster ? 1 : 0.05);
    }
    return SparseVector.of(dense);
  }

  @Test
  void kMeansMakesFewerClustersOfFewerDirections() {
    SparseVector one = SparseVector.of(new double[] {1, 0});
    SparseVector other = SparseVector.of(new double[] {0, 3});

    SphericalKMeans.Clusters found =
        SphericalKMeans.cluster(List.of(one, one, other), 2, 3, new SplittableRandom(1));

    assertThat(found.centroids()).hasSize(2);
    assertThat(found.members().get(0)).isEqualTo(found.members().get(1));
    assertThat(found.members().get(2)).isNotEqualTo(found.members().get(1));
  }

  /**
   * Directions of 0, three times 20 and 90 degrees; the first is drawn first. Its distances from
   * the others are 1 - cos 20 = 0.0603, three times, and 1, in all 1.1809, of which the three have
   * 0.1531: a number drawn below that makes one of the three the second seed, one above it the
   * last. Both starts are where they end: seeds of 0 and 20 degrees make the last join the three,
   * whose mean goes to 36 degrees and keeps them, for they are 16 from it and 20 from the first.
   */
  @ParameterizedTest
  @CsvSource({"0.15, false", "0.16, true"})
  void aVectorBecomesASeedAsOftenAsItIsFarFromTheOthers(double drawn, boolean lastIsASeed) {
    List<SparseVector> vectors =
        IntStream.of(0, 20, 20, 20, 90).mapToObj(SphericalKMeansTest::direction).toList();

    List<Integer> found = SphericalKMeans.cluster(vectors, 2, 2, drawing(0, drawn)).members();

    assertThat(found.get(0).equals(found.get(1))).isEqualTo(lastIsASeed);
    assertThat(found.get(4).equals(found.get(3))).isEqualTo(!lastIsASeed);
  }

  private static SparseVector direction(int degrees) {
    double radians = Math.toRadians(degrees);
    return SparseVector.of(new double[] {Math.cos(radians), Math.sin(radians)});
  }

  /** Random numbers that are given. */
  private static RandomGenerator drawing(double... numbers) {
    PrimitiveIterator.OfDouble next = Arrays.stream(numbers).iterator();
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new AssertionError("seeds must be drawn by nextDouble alone");
      }

      @Override
      public double nextDouble() {
        return next.nextDouble();
      }
    };
  }

  private static SparseVector vector(Vocabulary vocabulary, Map<String, Double> weights) {
    var dense = new double[vocabulary.size()];
    weights.forEach((term, weight) -> dense[vocabulary.id(term)] = weight);
    return SparseVector.of(dense);
  }

  private static void checkCosines(
      SparseVector page, List<SparseVector> centroids, int cluster, double... cosines) {
    var found = new double[cosines.length];
    for (int k = 0; k < cosines.length; k++) {
      found[k] = page.cosine(centroids.get(k));
      check(found[k], cosines[k]);
    }
    assertThat(ClusterSpace.nearest(found)).isEqualTo(cluster);
  }

  /** From this start, which is rare, the mean of one cluster moves away from all its members. */
  @Test
  void aClusterThatRunsEmptyTakesAVectorOfAnother() {
    double[][] vectors = {
      {0, 0, 18, 8}, {14, 2, 1, 1}, {7, 1, 0, 4}, {0, 0, 4, 18},
      {18, 0, 0, 6}, {14, 0, 0, 0}, {4, 7, 6, 0}, {0, 0, 7, 0}
    };

    SphericalKMeans.Clusters found =
        SphericalKMeans.cluster(
            Arrays.stream(vectors).map(SparseVector::of).toList(),
            4,
            3,
            new SplittableRandom(49_987));

    assertThat(found.members()).contains(0, 1, 2);
  }
}
