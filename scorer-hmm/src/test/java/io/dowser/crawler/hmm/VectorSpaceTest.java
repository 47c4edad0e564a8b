package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.FrozenDocumentFrequencies;
import io.dowser.crawler.toolkit.text.SparseVector;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorSpaceTest {

  private static final Vocabulary VOCABULARY = Vocabulary.of(List.of("c", "b", "a"));
  private static final TermCounts TEXT = TermCounts.of(Map.of("a", 3, "b", 1, "c", 1));
  private static final DocumentFrequencies TEN_DOCUMENTS =
      FrozenDocumentFrequencies.of(10, Map.of("a", 5, "b", 2, "c", 10));

  @Test
  void weighsTheTermsOfAText() {
    VectorSpace space = VectorSpace.of(VOCABULARY, TermWeighting.AUGMENTED, TEN_DOCUMENTS);

    SparseVector vector = space.vector(TEXT);

    assertThat(vector.size()).isEqualTo(2); // the term of every document weighs nothing
    assertThat(vector.get(VOCABULARY.id("a"))).isCloseTo(0.693147, within(5e-7));
    assertThat(vector.get(VOCABULARY.id("b"))).isCloseTo(1.07296, within(5e-6));
  }

  @Test
  void termsOutsideTheVocabularyCountInTheLengthAlone() {
    VectorSpace space =
        VectorSpace.of(VOCABULARY, TermWeighting.RELATIVE, DocumentFrequencies.NONE);

    SparseVector vector = space.vector(TermCounts.of(Map.of("a", 1, "other", 3)));

    assertThat(vector).isEqualTo(SparseVector.of(new int[] {2}, new double[] {0.25}));
    assertThat(space.vector(TermCounts.EMPTY)).isSameAs(SparseVector.ZERO);
  }

  @Test
  void cosineOfTheWorkedExampleDoesNotDependOnDivisorAndBase() {
    var plain = new double[3];
    TEXT.forEach(
        (term, count) ->
            plain[VOCABULARY.id(term)] =
                count * Math.log10(10.0 / TEN_DOCUMENTS.documentsWith(term)));
    VectorSpace space = VectorSpace.of(VOCABULARY, TermWeighting.MAX_NORMALISED, TEN_DOCUMENTS);
    SparseVector topic = space.vector(Map.of("a", 1.0, "b", 0.5, "unknown", 7.0));

    assertThat(space.vector(TEXT).cosine(topic)).isCloseTo(0.981043, within(5e-7));
    assertThat(SparseVector.of(plain).cosine(topic)).isCloseTo(0.981043, within(5e-7));
  }

  @ParameterizedTest
  @EnumSource(
      value = TermWeighting.class,
      names = {"MAX_NORMALISED", "RELATIVE", "RELATIVE_SMOOTHED"})
  void withoutDocumentCountsAllButAugmentedGiveTheCosineOfTheCounts(TermWeighting weighting) {
    VectorSpace space = VectorSpace.of(VOCABULARY, weighting, DocumentFrequencies.NONE);
    SparseVector topic = space.vector(Map.of("a", 1.0, "b", 0.5));

    assertThat(space.vector(TEXT).cosine(topic))
        .isCloseTo(3.5 / Math.sqrt(1.25) / Math.sqrt(11), within(1e-15));
  }

  @Test
  void reportsHowRareItsTermsAre() {
    VectorSpace space = VectorSpace.of(VOCABULARY, TermWeighting.MAX_NORMALISED, TEN_DOCUMENTS);

    assertThat(space.rarity(VOCABULARY.id("b"))).isCloseTo(Math.log(5), within(1e-15));
    assertThat(space.vocabulary()).isSameAs(VOCABULARY);
    assertThat(space.weighting()).isEqualTo(TermWeighting.MAX_NORMALISED);
    assertThat(space).hasToString("VectorSpace[3 terms, MAX_NORMALISED]");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void aCosineTableAgreesWithOneCosineAtATime(long seed) {
    var random = new SplittableRandom(seed);
    List<SparseVector> fixed = Stream.generate(() -> random(random)).limit(12).toList();
    CosineTable table = CosineTable.of(fixed);
    assertThat(table.size()).isEqualTo(12);

    for (int round = 0; round < 100; round++) {
      SparseVector vector = random(random);
      double[] cosines = table.cosines(vector);
      for (int number = 0; number < fixed.size(); number++) {
        assertThat(cosines[number]).isCloseTo(vector.cosine(fixed.get(number)), within(1e-12));
      }
      assertThat(cosines[table.nearest(vector)])
          .isEqualTo(java.util.Arrays.stream(cosines).max().orElseThrow());
    }
  }

  @Test
  void aCosineTableKnowsZeroVectorsAndTies() {
    SparseVector one = SparseVector.of(new double[] {1, 0, 1});
    CosineTable table = CosineTable.of(List.of(SparseVector.ZERO, one, one));

    assertThat(table.nearest(SparseVector.of(new double[] {0, 0, 2, 9}))).isEqualTo(1);
    assertThat(table.nearest(SparseVector.ZERO)).isZero();
    assertThat(table.cosines(SparseVector.ZERO)).containsOnly(0);
    assertThat(table.cosines(one)[0]).isZero();
    assertThat(table).hasToString("CosineTable[3 vectors, 3 ids]");
    assertThatIllegalArgumentException().isThrownBy(() -> CosineTable.of(List.of()));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void aCosineTableOfManyVectorsAgreesWhereverTheirTermsAreRareOrCommon(long seed) {
    var random = new SplittableRandom(seed);
    List<SparseVector> fixed = Stream.generate(() -> sparse(random)).limit(50).toList();
    CosineTable table = CosineTable.of(fixed);

    for (int round = 0; round < 50; round++) {
      SparseVector vector = sparse(random);
      double[] cosines = table.cosines(vector);
      for (int number = 0; number < fixed.size(); number++) {
        assertThat(cosines[number]).isCloseTo(vector.cosine(fixed.get(number)), within(1e-12));
      }
    }
  }

  /** Low ids are in most vectors, high ones in few. */
  private static SparseVector sparse(SplittableRandom random) {
    var dense = new double[200];
    for (int id = 0; id < dense.length; id++) {
      dense[id] = random.nextInt(1 + id / 5) == 0 ? random.nextDouble() : 0;
    }
    return SparseVector.of(dense);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void aCosineTableComparesTextsAsItDoesTheirVectors(long seed) {
    var random = new SplittableRandom(seed);
    Vocabulary vocabulary = Vocabulary.of(terms(300));
    var containing = new HashMap<String, Integer>();
    terms(300).forEach(term -> containing.put(term, random.nextInt(1, 100)));
    DocumentFrequencies frequencies = FrozenDocumentFrequencies.of(100, containing);
    VectorSpace space = VectorSpace.of(vocabulary, TermWeighting.MAX_NORMALISED, frequencies);
    List<SparseVector> fixed =
        Stream.generate(() -> space.vector(text(random, 250))).limit(20).toList();
    CosineTable table = CosineTable.of(fixed);

    for (int round = 0; round < 50; round++) {
      TermCounts text = text(random, random.nextInt(1, 400));
      double[] cosines = table.cosines(text, space);
      for (int number = 0; number < fixed.size(); number++) {
        assertThat(cosines[number])
            .isCloseTo(space.vector(text).cosine(fixed.get(number)), within(1e-12));
      }
    }
    assertThat(table.cosines(TermCounts.EMPTY, space)).containsOnly(0);
    assertThat(table.cosines(TermCounts.of(List.of("unknown")), space)).containsOnly(0);
  }

  private static List<String> terms(int count) {
    return IntStream.range(0, count).mapToObj(i -> "term" + i).toList();
  }

  /** Terms of which some are not in the vocabulary. */
  private static TermCounts text(SplittableRandom random, int terms) {
    return TermCounts.of(random.ints(terms, 0, 400).mapToObj(number -> "term" + number).toList());
  }

  private static SparseVector random(SplittableRandom random) {
    var dense = new double[random.nextInt(1, 80)];
    for (int id = 0; id < dense.length; id++) {
      dense[id] = random.nextInt(3) == 0 ? random.nextDouble() : 0;
    }
    return SparseVector.of(dense);
  }
}
