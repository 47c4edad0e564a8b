package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.SparseVector;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterIndexTest {

  private static final int TERMS = 2_000;

  /** Two forms of one hash code, chained: a crowd in one slot, as a stranger may make it. */
  private static String colliding(int number) {
    return IntStream.range(0, 11)
        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
        .reduce("", String::concat);
  }

  private static String form(long seed, int id) {
    return seed == 3 ? colliding(id) : "w" + Integer.toString(id * 31, 36) + "é中".repeat(id % 3);
  }

  /** The reference: both vectors written out, products added term by term. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithTheCosinesOfWholeVectors(long seed) {
    var random = new SplittableRandom(seed);
    Vocabulary vocabulary =
        Vocabulary.of(IntStream.range(0, TERMS).mapToObj(id -> form(seed, id)).toList());
    int clusters = random.nextInt(2, 70);
    List<double[]> dense = new ArrayList<>();
    List<SparseVector> centroids = new ArrayList<>();
    for (int cluster = 0; cluster < clusters; cluster++) {
      dense.add(centroid(random));
      centroids.add(SparseVector.of(dense.get(cluster)).unit());
    }
    double[] rarity = random.doubles(TERMS, 0, 7).toArray();
    rarity[5] = 0; // in all documents
    var index = new ClusterIndex(vocabulary, rarity, centroids);

    for (int page = 0; page < 20; page++) {
      int[] counts = counts(random, page * 40);
      double[] cosines = index.cosines(text(vocabulary, counts));
      for (int cluster = 0; cluster < clusters; cluster++) {
        double slow = slow(counts, rarity, dense.get(cluster));
        assertThat(cosines[cluster])
            .as("seed %d, page %d, cluster %d", seed, page, cluster)
            .isCloseTo(slow, within((Math.scalb(2.0 * clusters, -24) + 1e-6) * slow));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 3})
  void findsTheTermsThatTheVocabularyFinds(long seed) {
    List<String> words = new ArrayList<>(List.of("absent", "", "x".repeat(70_000)));
    IntStream.range(0, 2 * TERMS)
        .forEach(id -> words.add(form(seed, id) + (id % 7 == 0 ? "?" : "")));

    assertFindsTermsOf(
        Vocabulary.of(IntStream.range(0, TERMS).mapToObj(id -> form(seed, id)).toList()), words);
  }

  @Test
  void findsTermsOfAnyLengthAndNoneInAnEmptyVocabulary() {
    String endless = "x".repeat(70_000);

    assertFindsTermsOf(Vocabulary.of(List.of("one", endless)), List.of(endless, "one", "two"));
    assertFindsTermsOf(Vocabulary.of(List.of()), List.of("one"));
  }

  /** All two-letter words with equal hash codes, and words that differ in one letter. */
  @Test
  void distinguishesSimilarTerms() {
    List<String> words = new ArrayList<>(List.of("Aa", "BB", "C#", "AaAa", "AaBB", "BBAa", "BBBB"));
    for (char letter = 'a'; letter <= 'z'; letter++) {
      for (String frame : List.of("*", "x*", "*x", "a*bc", "ab*c", "abc*defgh", "中*文字", "中文字的*")) {
        words.add(frame.replace('*', letter));
        words.add(frame.replace('*', (char) (letter + '一')));
      }
    }
    List<String> known = words.subList(0, words.size() / 2);

    assertFindsTermsOf(Vocabulary.of(known), words);
  }

  @Test
  void distinguishesTermsThatShareAFingerprint() {
    List<String> twins = List.of("xAazzzy", "xBBzzzy"); // equal in all that goes into it
    Vocabulary vocabulary = Vocabulary.of(twins);
    assertThat(vocabulary.fingerprint(0)).isEqualTo(vocabulary.fingerprint(1));

    assertFindsTermsOf(vocabulary, List.of("none", "xBBzzzy", "other", "", "xAazzzy"));
  }

  private static void assertFindsTermsOf(Vocabulary vocabulary, List<String> words) {
    TermCounts text = TermCounts.of(words);
    var places = new int[vocabulary.size()];
    var finder = new TermFinder(vocabulary, places);
    for (int id = 0; id < places.length; id++) {
      finder.lines[places[id]] = id + 1;
      finder.lines[places[id] + TermFinder.ROOM - 1] = -1;
    }
    int from = text.size() / 3;
    TermFinder.Search search = finder.search(text.size());
    search.find(text, from, text.size() - from);

    for (int i = from; i < text.size(); i++) {
      int id = vocabulary.id(text.term(i));
      assertThat(finder.lines[search.places[i - from]]).as(text.term(i)).isEqualTo(id + 1);
    }
  }

  @Test
  void equalCentroidsHaveEqualCosines() {
    var random = new SplittableRandom(7);
    Vocabulary vocabulary =
        Vocabulary.of(IntStream.range(0, TERMS).mapToObj(id -> form(1, id)).toList());
    SparseVector centroid = SparseVector.of(centroid(random)).unit();
    var index =
        new ClusterIndex(
            vocabulary,
            random.doubles(TERMS).toArray(),
            List.of(centroid, SparseVector.ZERO, centroid));
    double[] cosines = index.cosines(text(vocabulary, counts(random, 300)));

    assertThat(cosines[0]).isPositive().isEqualTo(cosines[2]);
    assertThat(cosines[1]).isZero();
    assertThat(index.cosines(TermCounts.EMPTY)).containsOnly(0);
  }

  private static double[] centroid(SplittableRandom random) {
    double share = random.nextDouble(); // terms of all centroids, of few, of none
    return IntStream.range(0, TERMS)
        .mapToDouble(
            id -> random.nextDouble() < (id % 2 == 0 ? share : 0.02) ? random.nextDouble(10) : 0)
        .toArray();
  }

  private static int[] counts(SplittableRandom random, int size) {
    var counts = new int[TERMS];
    for (int i = 0; i < size; i++) {
      counts[random.nextInt(TERMS)]++;
    }
    return counts;
  }

  private static TermCounts text(Vocabulary vocabulary, int[] counts) {
    List<String> words = new ArrayList<>(List.of("unknown"));
    for (int id = 0; id < counts.length; id++) {
      for (int i = 0; i < counts[id]; i++) {
        words.add(vocabulary.term(id));
      }
    }
    return TermCounts.of(words);
  }

  private static double slow(int[] counts, double[] rarity, double[] centroid) {
    double product = 0;
    double squares = 0;
    double others = 0;
    for (int id = 0; id < counts.length; id++) {
      double weight = counts[id] * rarity[id];
      product += weight * centroid[id];
      squares += weight * weight;
      others += centroid[id] * centroid[id];
    }
    return squares == 0 || others == 0 ? 0 : product / Math.sqrt(squares) / Math.sqrt(others);
  }
}
