package io.dowser.crawler.toolkit.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.text.TermCounts;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TermWeightingTest {

  private static final TermCounts TEXT = TermCounts.of(Map.of("a", 3, "b", 1, "c", 1));
  private static final DocumentFrequencies TEN_DOCUMENTS =
      DocumentFrequencies.Frozen.of(10, Map.of("a", 5, "b", 2, "c", 10));

  @Test
  void augmentedGivesTheWorkedExample() {
    assertThat(weight(TermWeighting.AUGMENTED, "a")).isCloseTo(0.693147, digits(0.693147));
    assertThat(weight(TermWeighting.AUGMENTED, "b")).isCloseTo(1.07296, digits(1.07296));
    assertThat(weight(TermWeighting.AUGMENTED, "c")).isZero();
    assertThat(weight(TermWeighting.AUGMENTED, "absent")).isZero();
  }

  @Test
  void maxNormalisedGivesTheWorkedExample() {
    assertThat(weight(TermWeighting.MAX_NORMALISED, "a")).isCloseTo(0.693147, digits(0.693147));
    assertThat(weight(TermWeighting.MAX_NORMALISED, "b")).isCloseTo(0.536479, digits(0.536479));
    assertThat(weight(TermWeighting.MAX_NORMALISED, "c")).isZero();
  }

  @Test
  void relativeGivesTheWorkedExample() {
    TermCounts text = TermCounts.of(Map.of("rain", 4, "weather", 1, "other", 15));
    DocumentFrequencies hundred =
        DocumentFrequencies.Frozen.of(100, Map.of("rain", 59, "weather", 19));

    assertThat(TermWeighting.RELATIVE.weight(text, "rain", hundred))
        .isCloseTo(0.0443697, digits(0.0443697));
    assertThat(TermWeighting.RELATIVE.weight(text, "weather", hundred))
        .isCloseTo(0.0349485, digits(0.0349485));
    assertThat(TermWeighting.RELATIVE_SMOOTHED.inverseDocumentFrequency(hundred, "rain"))
        .isCloseTo(0.425969, digits(0.425969));
    assertThat(TermWeighting.RELATIVE_SMOOTHED.inverseDocumentFrequency(hundred, "weather"))
        .isCloseTo(0.778151, digits(0.778151));
  }

  @Test
  void aTermOfAllDocumentsOrAllButOneWeighsNothingUnlessSmoothed() {
    // the formula as printed gives lg(18/19) = -0.0234811 for a term of all 18 seeds
    assertThat(TermWeighting.RELATIVE.inverseDocumentFrequency(18, 18)).isZero();
    assertThat(TermWeighting.RELATIVE.inverseDocumentFrequency(18, 17)).isZero();
    assertThat(TermWeighting.RELATIVE.inverseDocumentFrequency(18, 16)).isPositive();
    assertThat(TermWeighting.RELATIVE_SMOOTHED.inverseDocumentFrequency(18, 18)).isPositive();
  }

  @ParameterizedTest
  @EnumSource(TermWeighting.class)
  void withoutDocumentCountsAllTermsAreEquallyRare(TermWeighting weighting) {
    assertThat(weighting.inverseDocumentFrequency(DocumentFrequencies.NONE, "a")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(TermWeighting.class)
  void weightsAreFiniteAndNeverNegative(TermWeighting weighting) {
    for (long documents : new long[] {0, 1, 2, 10, Integer.MAX_VALUE}) {
      for (long containing : new long[] {0, 1, 2, 9, 10, Integer.MAX_VALUE}) {
        if (containing <= documents) {
          assertThat(weighting.inverseDocumentFrequency(documents, containing))
              .as("%d of %d", containing, documents)
              .isFinite()
              .isNotNegative();
        }
      }
    }
    assertThat(weighting.termFrequency(0, 0, 0)).isZero();
    assertThat(weighting.termFrequency(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(TermWeighting.class)
  void refusesNumbersThatCannotBeCounts(TermWeighting weighting) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> weighting.termFrequency(3, 2, 5))
        .withMessage("0 <= count <= largest <= total must hold, but they were 3, 2 and 5");
    assertThatIllegalArgumentException().isThrownBy(() -> weighting.termFrequency(-1, 2, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> weighting.termFrequency(1, 6, 5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> weighting.inverseDocumentFrequency(10, 11))
        .withMessage("containing must be 0 to the number of documents, 10, but was 11");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> weighting.inverseDocumentFrequency(10, -1));
  }

  private static double weight(TermWeighting weighting, String term) {
    return weighting.weight(TEXT, term, TEN_DOCUMENTS);
  }

  /** Half a unit of the sixth significant digit. */
  static Offset<Double> digits(double expected) {
    return within(0.5 * Math.pow(10, Math.floor(Math.log10(Math.abs(expected))) - 5));
  }
}
