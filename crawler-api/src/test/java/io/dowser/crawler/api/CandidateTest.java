package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidateTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/");

  @Test
  void seedGoesBeforeEveryLinkAndHasNoParent() {
    Candidate seed = Candidate.seed(URL, 9);

    assertThat(seed.isSeed()).isTrue();
    assertThat(seed.depth()).isZero();
    assertThat(seed.goesBefore(candidate(Double.MAX_VALUE, 0, 0))).isTrue();
    assertThat(candidate(1, 0, 0).isSeed()).isFalse();
  }

  @ParameterizedTest(name = "score {0}, tie-break {1}, number {2}")
  @CsvSource({"1, 0, 5", "0.5, 2, 5", "0.5, 1, 4"})
  void goesBeforeByScoreThenTieBreakThenAge(double score, double tieBreak, long sequence) {
    Candidate better = candidate(score, tieBreak, sequence);
    Candidate worse = candidate(0.5, 1, 5);

    assertThat(better.goesBefore(worse)).isTrue();
    assertThat(worse.goesBefore(better)).isFalse();
  }

  @Test
  void doesNotGoBeforeItself() {
    assertThat(candidate(1, 1, 1).goesBefore(candidate(1, 1, 1))).isFalse();
  }

  @Test
  void copyWithScoreDiffersInNothingElse() {
    Candidate pending =
        new Candidate(URL, 3, 2, 0.5, 0.25, 1, PathState.of(7), LinkFeatures.of(1, 2));

    assertThat(pending.withScore(9)).isNotEqualTo(pending);
    assertThat(pending.withScore(9).withScore(0.5)).isEqualTo(pending);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "sequence, -1, 0, 0, 0, 0",
    "depth, 0, -1, 0, 0, 0",
    "score, 0, 0, NaN, 0, 0",
    "score, 0, 0, -Infinity, 0, 0",
    "tieBreak, 0, 0, 0, NaN, 0",
    "tieBreak, 0, 0, 0, Infinity, 0",
    "parent, 0, 0, 0, 0, -2"
  })
  void refusesNumbersOutOfRangeByName(
      String name, long sequence, int depth, double score, double tieBreak, long parent) {
    assertThatThrownBy(
            () ->
                new Candidate(
                    URL,
                    sequence,
                    depth,
                    score,
                    tieBreak,
                    parent,
                    PathState.NONE,
                    LinkFeatures.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name + " must be ")
        .hasMessageContaining(", but was ");
  }

  @Test
  void acceptsTheExtremesOfEachRange() {
    assertThatCode(() -> candidate(-Double.MAX_VALUE, -Double.MAX_VALUE, Long.MAX_VALUE))
        .doesNotThrowAnyException();
  }

  private static Candidate candidate(double score, double tieBreak, long sequence) {
    return new Candidate(URL, sequence, 1, score, tieBreak, 0, PathState.NONE, LinkFeatures.NONE);
  }
}
