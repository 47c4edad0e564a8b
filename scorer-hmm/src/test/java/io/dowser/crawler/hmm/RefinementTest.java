package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RefinementTest {

  @Test
  void aRefinementThatForgetsWhatATargetIsIsDropped() {
    HmmTrainer.Builder trainer = HmmTrainer.recommended();

    HmmModel counted = trainer.build().train(sessionsThatNeverSeeATarget());
    HmmModel refined = trainer.refined(true).build().train(sessionsThatNeverSeeATarget());

    assertThat(refined.facts()).containsKey("baumWelchRounds");
    assertThat(refined.facts()).containsEntry("refinementAccepted", "false");
    assertThat(refined.hidden()).isEqualTo(counted.hidden());
  }

  @Test
  void thePaperKeepsARefinementThatForgetsWhatATargetIs() {
    HmmModel model = HmmTrainer.paper().build().train(sessionsThatNeverSeeATarget());

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
    HiddenMarkovModel cutOff =
        HiddenMarkovModel.of(
            good.pi,
            new double[][] {{0.5, 0.3, 0.2}, {0, 0.75, 0.25}, {0, 0.3, 0.7}},
            new double[][] {{0.9, 0.05, 0.05}, {0.05, 0.7, 0.25}, {0.02, 0.18, 0.8}});

    assertThat(new Refinement(good, 1, -2, -1).keepsItsMeaning()).isTrue();
    assertThat(new Refinement(swapped, 1, -2, -1).keepsItsMeaning()).isFalse();
    assertThat(new Refinement(moreOfATargetElsewhere, 1, -2, -1).keepsItsMeaning()).isFalse();
    assertThat(new Refinement(cutOff, 1, -2, -1).keepsItsMeaning()).isFalse();
  }

  @Test
  void refinementEndsWhenTheLikelihoodStopsGrowing() {
    Refinement refinement =
        Refinement.of(
            Models.example(), List.of(new int[] {2, 1, 0}, new int[] {1, 0, 0}), 1e-9, 1e-9);

    assertThat(refinement.rounds()).isBetween(2, Refinement.MOST_ROUNDS);
    assertThat(refinement.after()).isGreaterThan(refinement.before());
    assertThat(Refinement.of(Models.example(), List.of(), 1, 0.1).rounds()).isZero();
  }
}
