package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RefinementTest {

  @Test
  void aRefinementThatForgetsWhatATargetIsIsDropped() {
    HmmTrainer.Builder trainer = HmmTrainer.builder();

    HmmModel counted = trainer.build().train(sessionsThatNeverSeeATarget());
    HmmModel refined = trainer.refined(true).build().train(sessionsThatNeverSeeATarget());

    assertThat(refined.facts()).containsKey("baumWelchRounds");
    assertThat(refined.facts()).containsEntry("refinementAccepted", "false");
    assertThat(refined.hidden()).isEqualTo(counted.hidden());
  }

  @Test
  void thePaperKeepsARefinementThatForgetsWhatATargetIs() {
    HmmModel model = HmmTrainer.builder().paper().build().train(sessionsThatNeverSeeATarget());

    assertThat(model.facts())
        .containsEntry("refined", "true")
        .containsEntry("refinementChecked", "false")
        .containsEntry("refinementAccepted", "true");
  }

  private static TrainingSet sessionsThatNeverSeeATarget() {
    TrainingSet.Builder set = TrainingSet.builder();
    Tunnels.trainingSet().pages().forEach(set::page);
    for (int i = 0; i < 30; i++) {
      set.session(
          BrowsingSession.builder()
              .visit(Tunnels.url("noise", i % 30))
              .visit(Tunnels.url("noise", (i + 1) % 30))
              .build());
    }
    return set.build();
  }

  @Test
  void theAcceptanceCheckLooksAtTheFirstRowAndColumnAndTheWayBack() {
    HiddenMarkovModel good = Models.example();
    HiddenMarkovModel swapped =
        HiddenMarkovModel.of(
            good.pi,
            new double[][] {{0.5, 0.3, 0.2}, {0.4, 0.35, 0.25}, {0, 0.3, 0.7}},
            new double[][] {{0.05, 0.9, 0.05}, {0.04, 0.71, 0.25}, {0.02, 0.18, 0.8}});
    HiddenMarkovModel moreOfATargetElsewhere = // the first column alone is wrong
        HiddenMarkovModel.of(
            good.pi,
            new double[][] {{0.5, 0.3, 0.2}, {0.4, 0.35, 0.25}, {0, 0.3, 0.7}},
            new double[][] {{0.6, 0.3, 0.1}, {0.7, 0.2, 0.1}, {0.02, 0.18, 0.8}});
    HiddenMarkovModel truncated =
        HiddenMarkovModel.of(
            good.pi,
            new double[][] {{0.5, 0.3, 0.2}, {0, 0.75, 0.25}, {0, 0.3, 0.7}},
            new double[][] {{0.9, 0.05, 0.05}, {0.05, 0.7, 0.25}, {0.02, 0.18, 0.8}});

    assertThat(new Refinement(good, 1, -2, -1).keepsItsMeaning()).isTrue();
    assertThat(new Refinement(swapped, 1, -2, -1).keepsItsMeaning()).isFalse();
    assertThat(new Refinement(moreOfATargetElsewhere, 1, -2, -1).keepsItsMeaning()).isFalse();
    assertThat(new Refinement(truncated, 1, -2, -1).keepsItsMeaning()).isFalse();
  }

  /**
   * Each state has a separate cluster, so the first round finds the likeliest model at once: all
   * start in state 0 and half of them stay there, which makes the paths as likely as 1/2 each. The
   * second round finds it again, nothing grows, and there is no third.
   */
  @Test
  void refinementEndsWhenTheLikelihoodStopsGrowing() {
    HiddenMarkovModel counted =
        HiddenMarkovModel.of(
            new double[] {0.5, 0.5},
            new double[][] {{0.25, 0.75}, {0.5, 0.5}},
            new double[][] {{1, 0}, {0, 1}});

    Refinement refinement =
        Refinement.of(counted, List.of(new int[] {0, 0}, new int[] {0, 1}), 0, 0);

    assertThat(refinement.rounds()).isEqualTo(2);
    assertThat(refinement.before()).isCloseTo(Math.log(0.125 * 0.375), within(1e-12));
    assertThat(refinement.after()).isCloseTo(Math.log(0.5 * 0.5), within(1e-12));
    assertThat(Refinement.of(Models.example(), List.of(), 1, 0.1).rounds()).isZero();
  }

  /**
   * The growth of the rounds, as a share of the log-likelihood, is 0.59, 0.42, 0.10, 0.0024 and
   * 0.0000014 here: the fifth is the first below 1e-4, and still above 0.
   */
  @Test
  void theFirstRoundThatGrowsByLessThanATenThousandthIsTheLast() {
    List<int[]> paths = List.of(new int[] {2, 1, 0}, new int[] {1, 0, 0});
    HiddenMarkovModel model = Models.example();
    for (int round = 1; round <= 5; round++) {
      double before = BaumWelch.logLikelihood(model, paths);
      model = BaumWelch.round(model, paths, 0, 0);
      double growth = BaumWelch.logLikelihood(model, paths) - before;
      assertThat(growth / -before > 1e-4).as("round %d", round).isEqualTo(round < 5);
    }

    Refinement refinement = Refinement.of(Models.example(), paths, 0, 0);

    assertThat(refinement.rounds()).isEqualTo(5);
    assertThat(refinement.model()).isEqualTo(model);
  }

  @Test
  void refinementThatGrowsOnEndsAfterTwentyRounds() {
    var random = new SplittableRandom(1);
    HiddenMarkovModel model = Models.random(random, 3, 3);
    List<int[]> paths = Stream.generate(() -> Models.randomPath(random, 6, 3)).limit(8).toList();

    Refinement refinement = Refinement.of(model, paths, 0, 0);

    double more = BaumWelch.logLikelihood(refinement.model().baumWelchRound(paths, 0, 0), paths);
    assertThat(more - refinement.after()).isGreaterThan(1e-4 * -refinement.after());
    assertThat(refinement.rounds()).isEqualTo(20);
  }

  /** Three ways through the tunnel, from noise over a gate and a hub to a target. */
  @Test
  void aRefinementThatKeepsTheMeaningOfTheStatesIsTaken() {
    TrainingSet.Builder set = TrainingSet.builder();
    Tunnels.trainingSet().pages().forEach(set::page);
    for (int i = 0; i < 3; i++) {
      BrowsingSession.Builder session = BrowsingSession.builder();
      for (String kind : List.of("noise", "gate", "hub", "target")) {
        session.visit(Tunnels.url(kind, i));
      }
      set.session(session.build());
    }
    HmmTrainer.Builder trainer = HmmTrainer.builder();

    HmmModel counted = trainer.build().train(set.build());
    HmmModel refined = trainer.refined(true).build().train(set.build());

    assertThat(refined.facts()).containsEntry("refinementAccepted", "true");
    assertThat(refined.hidden()).isNotEqualTo(counted.hidden());
    assertThat(refined.hidden().start(3)).isGreaterThan(counted.hidden().start(3));
  }
}
