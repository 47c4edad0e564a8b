package io.dowser.crawler.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TermCountsTest {

  private final TermCounts counts = TermCounts.of(List.of("b", "a", "b", "c"));

  @Test
  void countsTerms() {
    assertThat(counts.count("b")).isEqualTo(2);
    assertThat(counts.count("x")).isZero();
    assertThat(counts.size()).isEqualTo(3);
    assertThat(counts.total()).isEqualTo(4);
    assertThat(counts.largest()).isEqualTo(2);
  }

  @Test
  void keepsTheOrderOfFirstOccurrence() {
    var seen = new ArrayList<String>();
    counts.forEach((term, count) -> seen.add(term + count));

    assertThat(seen).containsExactly("b2", "a1", "c1");
    assertThat(counts.term(0)).isEqualTo("b");
    assertThat(counts.countAt(0)).isEqualTo(2);
    assertThat(counts).hasToString("TermCounts{b=2, a=1, c=1}");
  }

  @Test
  void countsAPartOfAText() {
    Tokens tokens = Tokens.of("rain rain storm rain", TextAnalyzer.PLAIN);

    assertThat(TermCounts.of(tokens, 1, 3)).isEqualTo(TermCounts.of(Map.of("rain", 1, "storm", 1)));
    assertThat(TermCounts.of(tokens, 2, 2)).isSameAs(TermCounts.EMPTY);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> TermCounts.of(tokens, 1, 5));
  }

  @Test
  void anEmptyTextCountsNothing() {
    assertThat(TermCounts.EMPTY.size()).isZero();
    assertThat(TermCounts.EMPTY.total()).isZero();
    assertThat(TermCounts.EMPTY.largest()).isZero();
    assertThat(TermCounts.EMPTY.count("a")).isZero();
    assertThat(TermCounts.EMPTY).hasToString("TermCounts{}");
    assertThat(TermCounts.EMPTY.plus(counts)).isSameAs(counts);
    assertThat(counts.plus(TermCounts.EMPTY)).isSameAs(counts);
  }

  @Test
  void addsTheCountsOfAnotherText() {
    assertThat(counts.plus(TermCounts.of(List.of("c", "d", "c"))))
        .isEqualTo(TermCounts.of(Map.of("a", 1, "b", 2, "c", 3, "d", 1)));
  }

  @Test
  void equalCountsNeedNotBeInTheSameOrder() {
    TermCounts other = TermCounts.of(List.of("a", "b", "c", "b"));

    assertThat(other).isEqualTo(counts).hasSameHashCodeAs(counts);
    assertThat(counts).isNotEqualTo(TermCounts.of(List.of("a", "b", "c", "c")));
    assertThat(counts).isNotEqualTo(TermCounts.of(List.of("a", "b", "b", "b")));
  }

  @Test
  void refusesNegativeCountsAndLeavesOutZeros() {
    assertThat(TermCounts.of(Map.of("a", 0))).isEqualTo(TermCounts.EMPTY);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TermCounts.of(Map.of("a", -1)))
        .withMessage("the count of term 'a' must be 0 or more, but was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TermCounts.of(Map.of("a", Integer.MAX_VALUE, "b", 1)))
        .withMessage("counts must add up to at most 2147483647, but add up to 2147483648");
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> counts.term(3));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void countsAsAMapDoes(long seed) {
    var random = new SplittableRandom(seed);
    var terms = new ArrayList<String>();
    var expected = new HashMap<String, Integer>();
    for (int i = 0; i < 3_000; i++) {
      String term = Integer.toString(random.nextInt(1 << random.nextInt(1, 12)), 36);
      terms.add(term);
      expected.merge(term, 1, Integer::sum);
    }

    TermCounts all = TermCounts.of(terms);

    assertThat(all.size()).isEqualTo(expected.size());
    expected.forEach((term, count) -> assertThat(all.count(term)).as(term).isEqualTo(count));
  }

  @Test
  void termsOfEqualHashCodesAreCountedInLittleTime() {
    var terms = new ArrayList<String>();
    for (int bits = 0; bits < 1 << 15; bits++) {
      var term = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        term.append((bits >> bit & 1) == 0 ? "Aa" : "BB");
      }
      terms.add(term.toString());
    }
    assertThat(terms.stream().mapToInt(String::hashCode).distinct().count()).isEqualTo(1);

    TermCounts all = TermCounts.of(terms); // half a billion comparisons if the search were linear

    assertThat(all.size()).isEqualTo(terms.size());
    terms.forEach(term -> assertThat(all.count(term)).isEqualTo(1));
  }
}
