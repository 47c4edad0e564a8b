package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSpaceTest {

  private static final int TERM = Integer.BYTES; // the last centroid ends with a term
  private static final int WEIGHT = Double.BYTES; // and its weight

  private static byte[] saved() throws IOException {
    var space =
        new ClusterSpace(
            Vocabulary.of(List.of("laser", "lens")),
            DocumentFrequencies.Frozen.of(2, Map.of("laser", 1, "lens", 2)),
            List.of(
                SparseVector.of(new int[] {0}, new double[] {1}),
                SparseVector.of(new int[] {0, 1}, new double[] {0.6, 0.8})));
    var bytes = new ByteArrayOutputStream();
    space.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private static ClusterSpace read(byte[] bytes) throws IOException {
    return ClusterSpace.read(StateReader.from(new ByteArrayInputStream(bytes)));
  }

  @Test
  void isReadAsItWasSaved() throws IOException {
    ClusterSpace space = read(saved());

    assertThat(space.clusters()).isEqualTo(2);
    assertThat(space.centroid(1).get(0)).isEqualTo(0.6);
    assertThat(space.centroid(1).get(1)).isEqualTo(0.8);
    assertThat(space.rarity).containsExactly(Math.log(2), 0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, -Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY})
  void aWeightThatNoCentroidHasIsRefused(double weight) throws IOException {
    byte[] bytes = saved();
    ByteBuffer.wrap(bytes).putDouble(bytes.length - WEIGHT, weight);

    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("weight of a term must be 0.0 to ")
        .hasMessageEndingWith("but was " + weight);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 2, Integer.MAX_VALUE})
  void aTermThatTheVocabularyLacksIsRefused(int term) throws IOException {
    byte[] bytes = saved();
    ByteBuffer.wrap(bytes).putInt(bytes.length - WEIGHT - TERM, term);

    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("number of a term must be 0 to 1, but was " + term);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3, Integer.MAX_VALUE})
  void aCentroidLargerThanTheVocabularyIsRefused(int size) throws IOException {
    byte[] bytes = saved();
    ByteBuffer.wrap(bytes).putInt(bytes.length - 2 * (WEIGHT + TERM) - Integer.BYTES, size);

    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("number of terms of a centroid must be 0 to 2, but was " + size);
  }

  @Test
  void termsOfAllPagesSayNothing() {
    DocumentFrequencies.Frozen all = DocumentFrequencies.Frozen.of(2, Map.of("the", 2, "car", 1));
    var space =
        new ClusterSpace(all.vocabulary(1), all, List.of(SparseVector.ZERO, SparseVector.ZERO));

    assertThat(space.vector(TermCounts.of(List.of("the")))).isSameAs(SparseVector.ZERO);
  }

  @Test
  void cosineOfTheWorkedExampleDoesNotDependOnDivisorAndBase() {
    Vocabulary vocabulary = Vocabulary.of(List.of("c", "b", "a"));
    TermCounts text = TermCounts.of(Map.of("a", 3, "b", 1, "c", 1));
    var frequencies = DocumentFrequencies.Frozen.of(10, Map.of("a", 5, "b", 2, "c", 10));
    SparseVector topic = SparseVector.of(new int[] {2, 1}, new double[] {1, 0.5});
    var plain = new double[3];
    text.forEach(
        (term, count) ->
            plain[vocabulary.id(term)] =
                count * Math.log10(10.0 / frequencies.documentsWith(term)));
    var space = new ClusterSpace(vocabulary, frequencies, List.of(topic));

    assertThat(space.rarity[vocabulary.id("b")]).isCloseTo(Math.log(5), within(1e-15));
    assertThat(space.vector(text).size()).isEqualTo(2); // a term of all documents weighs nothing
    assertThat(space.vector(text).cosine(topic)).isCloseTo(0.981043, within(5e-7));
    assertThat(SparseVector.of(plain).cosine(topic)).isCloseTo(0.981043, within(5e-7));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void comparesTextsAsItDoesTheirVectors(long seed) {
    var random = new SplittableRandom(seed);
    Vocabulary vocabulary = Vocabulary.of(terms(300));
    var containing = new HashMap<String, Integer>();
    terms(300).forEach(term -> containing.put(term, random.nextInt(1, 100)));
    var frequencies = DocumentFrequencies.Frozen.of(100, containing);
    var plain = new ClusterSpace(vocabulary, frequencies, List.of(SparseVector.ZERO));
    List<SparseVector> centroids =
        Stream.generate(() -> plain.vector(text(random, 250))).limit(20).toList();
    var space = new ClusterSpace(vocabulary, frequencies, centroids);

    for (int round = 0; round < 50; round++) {
      TermCounts text = text(random, random.nextInt(1, 400));
      double[] cosines = space.cosines(text);
      for (int number = 0; number < centroids.size(); number++) {
        double expected = space.vector(text).cosine(centroids.get(number));
        assertThat(cosines[number]).isCloseTo(expected, within(1e-12));
      }
    }
    assertThat(space.cosines(TermCounts.EMPTY)).containsOnly(0);
    assertThat(space.cosines(TermCounts.of(List.of("unknown")))).containsOnly(0);
  }

  private static List<String> terms(int count) {
    return IntStream.range(0, count).mapToObj(i -> "term" + i).toList();
  }

  /** Some of the terms are not in the vocabulary. */
  private static TermCounts text(SplittableRandom random, int terms) {
    return TermCounts.of(random.ints(terms, 0, 400).mapToObj(number -> "term" + number).toList());
  }
}
