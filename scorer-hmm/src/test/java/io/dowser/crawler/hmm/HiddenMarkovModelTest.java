package io.dowser.crawler.hmm;

import static io.dowser.crawler.hmm.WorkedNumbers.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenMarkovModelTest {

  private static final HiddenMarkovModel MODEL = Models.example();
  private static final int[] X = {2};
  private static final int[] Y = {2, 1, 0};
  private static final int[] Z = {2, 2, 2, 1};

  @Test
  void workedExampleOfAPathOfOnePage() {
    double[] alpha = Forward.UNSCALED.step(MODEL.pi, MODEL.likelihoods(2));
    double[] q = MODEL.predict(Models.belief(MODEL, X));

    assertClose(alpha, 0.0166667, 0.0833333, 0.266667);
    assertClose(Models.belief(MODEL, X), 0.0454545, 0.227273, 0.727273);
    assertClose(MODEL.predict(alpha), 0.0416667, 0.114167, 0.210833);
    assertClose(q, 0.113636, 0.311364, 0.575);
    check(Math.exp(MODEL.logLikelihood(X)), 0.366667);
    check(HmmLinkScorer.Priority.MAX.of(MODEL.predict(alpha)), 0.210833);
    check(HmmLinkScorer.Priority.TARGET.of(q), 0.113636);
    check(HmmLinkScorer.Priority.YIELD.of(q), 0.269318);
  }

  @Test
  void workedExampleOfAPathToATarget() {
    double[] alpha = MODEL.pi;
    double[] prior = MODEL.pi;
    double[] scales = new double[3];
    for (int t = 0; t < 3; t++) {
      alpha = Forward.UNSCALED.step(t == 0 ? alpha : MODEL.predict(alpha), MODEL.likelihoods(Y[t]));
      var belief = new double[3];
      scales[t] = MODEL.arrive(prior, Y[t], belief);
      prior = MODEL.predict(belief);
    }

    assertClose(alpha, 0.0297075, 0.00199904, 0.000939217);
    assertClose(scales, 0.366667, 0.327136, 0.272161);
    assertClose(Models.belief(MODEL, Y), 0.909996, 0.0612343, 0.0287699);
    assertClose(MODEL.predict(alpha), 0.0156534, 0.00989368, 0.00709871);
    assertClose(prior, 0.479492, 0.303062, 0.217447);
    check(HmmLinkScorer.Priority.MAX.of(MODEL.predict(alpha)), 0.0156534);
    check(HmmLinkScorer.Priority.TARGET.of(prior), 0.479492);
    check(HmmLinkScorer.Priority.YIELD.of(prior), 0.631022);
    check(MODEL.logLikelihood(Y), -3.42204);
    assertThat(MODEL.logLikelihood(Y))
        .isCloseTo(Math.log(Arrays.stream(alpha).sum()), within(1e-12));
  }

  @Test
  void workedExampleOfAPathThatStaysFar() {
    double[] q = MODEL.predict(Models.belief(MODEL, Z));

    assertClose(Models.belief(MODEL, Z), 0.00831572, 0.645932, 0.345753);
    assertClose(q, 0.26253, 0.332297, 0.405173);
    check(HmmLinkScorer.Priority.YIELD.of(q), 0.428679);
    check(MODEL.logLikelihood(Z), -3.25245);
    check(Math.exp(MODEL.logLikelihood(Z) - MODEL.logLikelihood(2, 2, 2)), 0.332235);
    check(Math.exp(MODEL.logLikelihood(2, 2) - MODEL.logLikelihood(2)), 0.543523);
    check(Math.exp(MODEL.logLikelihood(2, 2, 2) - MODEL.logLikelihood(2, 2)), 0.584177);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void forwardRecursionAgreesWithTheSumOverAllPathsOfStates(long seed) {
    var random = new SplittableRandom(seed);
    HiddenMarkovModel model = Models.random(random, 3, 4);
    for (int length = 1; length <= 6; length++) {
      int[] path = Models.randomPath(random, length, 4);
      double[] sums = new double[3]; // by the last state
      Enumeration.of(model, path, (states, chance) -> sums[states[states.length - 1]] += chance);
      double all = Arrays.stream(sums).sum();

      assertThat(model.logLikelihood(path)).isCloseTo(Math.log(all), within(1e-12));
      for (int j = 0; j < 3; j++) {
        assertThat(Models.belief(model, path)[j]).isCloseTo(sums[j] / all, within(1e-12));
      }
    }
  }

  @Test
  void aMissingObservationLeavesThePrediction() {
    assertThat(Models.belief(MODEL, 2, HiddenMarkovModel.MISSING))
        .containsExactly(MODEL.predict(Models.belief(MODEL, 2)));
    assertThat(MODEL.logLikelihood(HiddenMarkovModel.MISSING)).isZero();
  }

  @Test
  void anObservationThatThePredictionRulesOutCountsAsMissing() {
    HiddenMarkovModel model =
        HiddenMarkovModel.of(
            new double[] {1, 0},
            new double[][] {{0.5, 0.5}, {0.5, 0.5}},
            new double[][] {{1, 0}, {0, 1}});

    assertThat(Models.belief(model, 1)).containsExactly(1, 0);
    assertThat(model.logLikelihood(1)).isZero();
  }

  @Test
  void scaledPathsOfAnyLengthKeepAllBeliefWhereUnscaledOnesVanish() {
    double[] alpha = MODEL.pi;
    double[] prior = MODEL.pi;
    double[] belief = MODEL.pi;
    for (int t = 0; t < 5_000; t++) {
      int cluster = t % 3;
      alpha = MODEL.predict(Forward.UNSCALED.step(alpha, MODEL.likelihoods(cluster)));
      belief = Forward.SCALED.step(prior, MODEL.likelihoods(cluster));
      prior = MODEL.predict(belief);
    }

    assertThat(alpha).containsOnly(0);
    assertThat(Arrays.stream(belief).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void isTheSameAfterSavingAndReading() throws IOException {
    HiddenMarkovModel model = Models.random(new SplittableRandom(5), 5, 7);
    var bytes = new ByteArrayOutputStream();
    model.save(StateWriter.to(bytes));

    HiddenMarkovModel read =
        HiddenMarkovModel.read(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(read).isEqualTo(model).hasSameHashCodeAs(model).isNotEqualTo(MODEL);
    assertThat(read.states()).isEqualTo(5);
    assertThat(read.clusters()).isEqualTo(7);
    assertThat(read).hasToString("HiddenMarkovModel[5 states, 7 clusters]");
  }

  @Test
  void refusesWhatIsNoDistribution() {
    double[][] a = {{0.5, 0.5}, {0.5, 0.5}};
    double[] pi = {0.5, 0.5};
    refused(() -> HiddenMarkovModel.of(new double[] {1}, a, a), "the number of states must be 2");
    refused(() -> HiddenMarkovModel.of(pi, new double[][] {{1, 0}}, a), "a row for each of 2");
    refused(() -> HiddenMarkovModel.of(pi, a, new double[][] {{1}, {1}}), "number of clusters");
    refused(
        () -> HiddenMarkovModel.of(pi, new double[][] {{0.5, 0.5}, {0.5, 0.4}}, a),
        "row 1 of a must add up to 1, but added up to 0.9");
    refused(() -> HiddenMarkovModel.of(new double[] {Double.NaN, 1}, a, a), "pi must have numbers");
    refused(() -> HiddenMarkovModel.of(new double[] {2, -1}, a, a), "pi must have numbers");
    refused(
        () -> HiddenMarkovModel.of(pi, a, new double[][] {{0.5, 0.5}, {1, 0, 0}}),
        "row 1 of b must have 2 numbers, but had 3");
    refused(() -> MODEL.logLikelihood(), "a path must have at least one page");
    refused(() -> MODEL.logLikelihood(3), "a cluster must be -1 to 2, but was 3");
  }

  private static void refused(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContaining(message);
  }

  private static void assertClose(double[] actual, double... expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      check(actual[i], expected[i]);
    }
  }
}
