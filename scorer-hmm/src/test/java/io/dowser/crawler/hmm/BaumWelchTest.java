package io.dowser.crawler.hmm;

import static io.dowser.crawler.hmm.WorkedNumbers.sixDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaumWelchTest {

  private static final List<int[]> PATHS = List.of(new int[] {2, 1, 0}, new int[] {1, 0, 0});

  @Test
  void workedExampleOfOneRound() {
    HiddenMarkovModel model = BaumWelch.round(Models.example(), PATHS, 0, 0);

    check(model.pi, 0.063953, 0.588958, 0.347089);
    check(rowOfA(model, 0), 0.92484, 0.0670945, 0.00806574);
    check(rowOfA(model, 1), 0.844484, 0.147685, 0.00783092);
    check(rowOfA(model, 2), 0, 0.935124, 0.0648761);
    check(rowOfB(model, 0), 0.947024, 0.037024, 0.0159521);
    check(rowOfB(model, 1), 0.0616824, 0.820049, 0.118269);
    check(rowOfB(model, 2), 0.0514383, 0.0546127, 0.893949);
    assertThat(model.transition(2, 0)).isZero();
    assertThat(BaumWelch.logLikelihood(Models.example(), PATHS))
        .isCloseTo(-6.52368, sixDigits(6.52368));
    assertThat(BaumWelch.logLikelihood(model, PATHS)).isCloseTo(-2.66254, sixDigits(2.66254));
  }

  @Test
  void aSymmetricStartNeverLeavesSymmetry() {
    double third = 1 / 3.0;
    double[][] even = {{third, third, third}, {third, third, third}, {third, third, third}};
    HiddenMarkovModel model = HiddenMarkovModel.of(even[0], even, even);

    for (int round = 0; round < 5; round++) {
      model = BaumWelch.round(model, PATHS, 0, 0);
    }

    for (int i = 0; i < 3; i++) {
      check(rowOfA(model, i), third, third, third);
      check(rowOfB(model, i), 0.5, 0.333333, 0.166667);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void logLikelihoodNeverFalls(long seed) {
    var random = new SplittableRandom(seed);
    for (int number = 0; number < 25; number++) {
      int m = random.nextInt(2, 7);
      HiddenMarkovModel model = Models.random(random, random.nextInt(2, 6), m);
      List<int[]> paths = new ArrayList<>();
      for (int path = 0; path < 12; path++) {
        paths.add(Models.randomPath(random, random.nextInt(1, 9), m));
      }
      double last = Double.NEGATIVE_INFINITY;
      for (int round = 0; round < 10; round++) {
        double likelihood = BaumWelch.logLikelihood(model, paths);
        assertThat(likelihood)
            .as("model %d round %d of seed %d", number, round, seed)
            .isGreaterThanOrEqualTo(last - 1e-9 * Math.abs(last));
        last = likelihood;
        model = BaumWelch.round(model, paths, 0, 0);
      }
    }
  }

  /** Expected counts by enumeration of all state sequences, for paths of 1 to 6 pages. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void oneRoundAgreesWithTheSumOverAllPathsOfStates(long seed) {
    var random = new SplittableRandom(seed);
    HiddenMarkovModel model = Models.random(random, 3, 4);
    List<int[]> paths = new ArrayList<>();
    for (int length = 1; length <= 6; length++) {
      paths.add(Models.randomPath(random, length, 4));
    }
    var pi = new double[3];
    var a = new double[3][3];
    var b = new double[3][4];
    for (int[] path : paths) {
      double likelihood = Math.exp(model.logLikelihood(path));
      Enumeration.of(
          model,
          path,
          (states, chance) -> {
            double share = chance / likelihood;
            pi[states[0]] += share;
            for (int t = 0; t < states.length; t++) {
              if (t > 0) {
                a[states[t - 1]][states[t]] += share;
              }
              if (path[t] >= 0) {
                b[states[t]][path[t]] += share;
              }
            }
          });
    }

    HiddenMarkovModel round = BaumWelch.round(model, paths, 0, 0);

    for (int i = 0; i < 3; i++) {
      assertThat(round.start(i)).isCloseTo(pi[i] / paths.size(), within(1e-12));
      checkShares(rowOfA(round, i), a[i]);
      checkShares(rowOfB(round, i), b[i]);
    }
  }

  @Test
  void smoothingKeepsAllEmissionsAboveZeroAndImpossibleStepsAtZero() {
    HiddenMarkovModel model = BaumWelch.round(Models.example(), List.of(new int[] {0, 0}), 1, 0.1);

    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        assertThat(model.emission(j, k)).isPositive();
      }
    }
    assertThat(model.transition(2, 0)).isZero();
    assertThat(model.transition(2, 1)).isPositive();
  }

  /**
   * Each state has a separate cluster, so the path [2, 1, 0] is the states 2, 1, 0: one step from 2
   * to 1, one from 1 to 0, and one page in each cluster. With lambdaA 2 row 1 is (1 + 2, 2, 2)/7,
   * row 2 (0, 1 + 2, 2)/5, and row 0, of which nothing was seen, (2, 2, 0)/4: a step that was 0
   * stays so although a link could lead there. With lambdaB 0.5 rows of B are 1.5 and twice 0.5, of
   * 2.5. The start is not smoothed.
   */
  @Test
  void smoothingAddsItsConstantsToTheExpectedCounts() {
    HiddenMarkovModel model =
        HiddenMarkovModel.of(
            new double[] {0.25, 0.25, 0.5},
            new double[][] {{0.25, 0.75, 0}, {0.5, 0.25, 0.25}, {0, 0.5, 0.5}},
            new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});

    HiddenMarkovModel round = BaumWelch.round(model, List.of(new int[] {2, 1, 0}), 2, 0.5);

    check(round.pi, 0, 0, 1);
    check(rowOfA(round, 0), 0.5, 0.5, 0);
    check(rowOfA(round, 1), 0.428571, 0.285714, 0.285714);
    check(rowOfA(round, 2), 0, 0.6, 0.4);
    check(rowOfB(round, 0), 0.6, 0.2, 0.2);
    check(rowOfB(round, 1), 0.2, 0.6, 0.2);
    check(rowOfB(round, 2), 0.2, 0.2, 0.6);
  }

  @Test
  void aPublicRoundChecksItsArguments() {
    HiddenMarkovModel model = Models.example();

    assertThat(model.baumWelchRound(PATHS, 0, 0)).isEqualTo(BaumWelch.round(model, PATHS, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.baumWelchRound(PATHS, -1, 0))
        .withMessage("lambdaA and lambdaB must be 0 or more and finite, but were -1.0 and 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.baumWelchRound(List.of(new int[] {3}), 0, 0))
        .withMessageContaining("a cluster must be -1 to 2");
  }

  @Test
  void rowsOfWhichNothingWasSeenStay() {
    HiddenMarkovModel model = Models.example();

    HiddenMarkovModel round = BaumWelch.round(model, List.of(new int[] {1}), 0, 0);

    assertThat(rowOfA(round, 0)).containsExactly(rowOfA(model, 0));
    assertThat(BaumWelch.round(model, List.of(), 0, 0).pi).containsExactly(model.pi);
  }

  private static void checkShares(double[] row, double[] counts) {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    for (int at = 0; at < row.length; at++) {
      assertThat(row[at]).isCloseTo(counts[at] / sum, within(1e-12));
    }
  }

  private static double[] rowOfA(HiddenMarkovModel model, int i) {
    var row = new double[model.states()];
    Arrays.setAll(row, j -> model.transition(i, j));
    return row;
  }

  private static double[] rowOfB(HiddenMarkovModel model, int j) {
    var row = new double[model.clusters()];
    Arrays.setAll(row, k -> model.emission(j, k));
    return row;
  }

  private static void check(double[] actual, double... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).as("number %d", i).isCloseTo(expected[i], sixDigits(expected[i]));
    }
  }
}
