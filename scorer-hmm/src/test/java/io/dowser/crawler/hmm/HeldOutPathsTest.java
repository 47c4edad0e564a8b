package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldOutPathsTest {

  /** Each state shows as a separate cluster, and targets lead to targets once in four times. */
  private static final HiddenMarkovModel COUNTED =
      HiddenMarkovModel.of(
          new double[] {0.5, 0.5},
          new double[][] {{0.25, 0.75}, {0.5, 0.5}},
          new double[][] {{1, 0}, {0, 1}});

  private static HeldOutPaths of(int sessions, int nextCluster, int nextDistance) {
    var walk = new HeldOutPaths.Walk(new int[] {0, nextCluster}, new int[] {0, nextDistance});
    HmmTrainer.Builder settings = HmmTrainer.builder();
    settings.lambdaA = 1e-9;
    settings.lambdaB = 1e-9;
    return HeldOutPaths.of(COUNTED, Collections.nCopies(sessions, List.of(walk)), settings);
  }

  @Test
  void pathsThatTheOthersForetellFavourTheRefinedModel() {
    HeldOutPaths heldOut = of(10, 0, 0);

    assertThat(heldOut.counted()).isCloseTo(Math.log(4), within(1e-12));
    assertThat(heldOut.refined()).isCloseTo(0, within(1e-6));
    assertThat(heldOut.favoursRefined()).isTrue();
  }

  /** The pages look like targets and are none, so what makes their clusters likelier misleads. */
  @Test
  void aLikelierModelThatPredictsDistancesWorseIsNotFavoured() {
    HeldOutPaths heldOut = of(10, 0, 1);

    assertThat(heldOut.counted()).isCloseTo(-Math.log(0.75), within(1e-12));
    assertThat(heldOut.refined()).isGreaterThan(10);
    assertThat(heldOut.favoursRefined()).isFalse();
  }

  @Test
  void oneSessionProvesNothing() {
    assertThat(of(1, 0, 0).counted()).isNaN();
    assertThat(of(1, 0, 0).favoursRefined()).isFalse();
    assertThat(of(2, 0, 0).favoursRefined()).isTrue();
  }

  @Test
  void stepsToPagesOfUnknownDistanceDoNotCount() {
    assertThat(of(10, HiddenMarkovModel.MISSING, -1).counted()).isNaN();
  }
}
