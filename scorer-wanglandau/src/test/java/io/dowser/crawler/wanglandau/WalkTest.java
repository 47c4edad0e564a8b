package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.Settings;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Flatness;
import io.dowser.crawler.wanglandau.WangLandauFrontier.NewBand;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Schedule;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WalkTest {

  /** The walk of the paper, with other rules. */
  private static Walk walk(Flatness flatness, Schedule schedule, NewBand newBand) {
    return walk(
        Map.of(
            "flatness", flatness.name(), "schedule", schedule.name(), "newBand", newBand.name()));
  }

  private static Walk walk(Map<String, String> settings) {
    return new Walk(Settings.of(settings));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.019999, 0",
    "0.02, 1",
    "0.58, 29",
    "0.62, 31",
    "0.621, 31",
    "0.64, 32",
    "0.94, 47",
    "0.98, 49",
    "1.0, 49"
  })
  void bandsAreFiftiethsAndTheirLowerEdgesBelongToThem(double energy, int band) {
    assertThat(Walk.band(energy, 50)).isEqualTo(band);
  }

  @Test
  void everyLowerEdgeIsInItsOwnBand() {
    for (int band = 0; band < 50; band++) {
      assertThat(Walk.band(band * 0.02, 50)).as("band of %s", band * 0.02).isEqualTo(band);
      assertThat(Walk.band(band / 50.0, 50)).as("band of %s", band / 50.0).isEqualTo(band);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 0.135335", "2, 3, 0.367879", "3, 1, 1", "5, 5, 1", "0.5, 800, 0"})
  void aVisitedBandIsAcceptedTheLessTheLargerItsEstimateIs(double from, double to, double p) {
    assertThat(Walk.acceptance(from, to)).isCloseTo(p, within(5e-7));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2.71828, 1",
    "1, 1.64872, 2",
    "2, 1.28403, 3",
    "3, 1.13315, 6",
    "5, 1.03174, 23",
    "10, 1.00098, 710",
    "20, 1.00000, 726818"
  })
  void stagesHalveTheIncrementAndAskForMoreVisits(int stage, double f, long required) {
    var walk = walk(Map.of());
    walk.touch(7);
    walk.lnF = Math.scalb(1.0, -stage);

    assertThat(Math.exp(walk.lnF)).isCloseTo(f, within(5e-6));
    walk.visits[7] = required;
    assertThat(walk.isFlat()).as("flat with %d visits", required).isTrue();
    walk.visits[7] = required - 1;
    assertThat(walk.isFlat()).as("flat with %d visits", required - 1).isFalse();
  }

  @Test
  void meanRatioComparesTheLeastVisitedBandWithTheMean() {
    var walk = walk(Flatness.MEAN_RATIO, Schedule.HALVING, NewBand.ZERO);
    for (int band = 0; band < 4; band++) {
      walk.touch(band);
      walk.visits[band] = 100;
    }
    walk.visits[0] = 76; // mean 94, of which 0.8 are 75.2
    assertThat(walk.isFlat()).isTrue();
    walk.visits[0] = 75; // mean 93.75, of which 0.8 are 75
    assertThat(walk.isFlat()).isTrue();
    walk.visits[0] = 74; // mean 93.5, of which 0.8 are 74.8
    assertThat(walk.isFlat()).isFalse();
  }

  @Test
  void aStageEndsWhenAMultipleOfTheIntervalWasPassed() {
    var walk = walk(Map.of("interval", "4"));
    walk.moveTo(0, 0.5);
    for (int i = 0; i < 3; i++) {
      walk.propose(0, 0.5, 0);
    }
    walk.testFlatness();
    assertThat(walk.lnF).as("ln f after 3 proposals").isEqualTo(1);
    walk.propose(0, 0.5, 0);
    walk.propose(0, 0.5, 0); // a refusal may step over the multiple
    walk.testFlatness();

    assertThat(walk.lnF).isEqualTo(0.5);
    assertThat(walk.visits[25]).as("visits after the reset").isZero();
    assertThat(walk.lnG[25]).as("ln g is kept").isEqualTo(5);
    walk.testFlatness();
    assertThat(walk.lnF).as("no second test before 8 proposals").isEqualTo(0.5);
  }

  @Test
  void aNewBandStartsAtZeroOrAtTheSmallestEstimate() {
    var paper = walk(Map.of());
    var minimum = walk(Flatness.COUNT, Schedule.HALVING, NewBand.MINIMUM);
    for (Walk walk : new Walk[] {paper, minimum}) {
      walk.touch(1);
      walk.touch(2);
      walk.lnG[1] = 7;
      walk.lnG[2] = 4;
      walk.touch(3);
    }

    assertThat(paper.lnG[3]).isZero();
    assertThat(minimum.lnG[3]).isEqualTo(4);
    assertThat(minimum.visits[3]).isEqualTo(1);
  }

  @Test
  void oneOverTFollowsTheNumberOfProposalsOnceHalvingIsBelowIt() {
    var walk = walk(Map.of("interval", "10", "schedule", "one-over-t"));
    walk.moveTo(0, 0.1);
    for (int i = 0; i < 400; i++) {
      walk.propose(0, i % 2 == 0 ? 0.1 : 0.5, 0);
      walk.testFlatness();
    }

    assertThat(walk.lnF).isCloseTo(2.0 / 400, within(1e-12));
  }

  @Test
  void walkersShareTheEstimateAndMoveByThemselves() {
    var walk = walk(Map.of("walkers", "2"));
    walk.moveTo(0, 0.5);
    walk.moveTo(1, 0.7);
    walk.propose(0, 0.9, 0);

    assertThat(walk.current[0]).isEqualTo(0.9);
    assertThat(walk.current[1]).isEqualTo(0.7);
    assertThat(walk.propose(1, 0.9, 0.5)).as("P is exp(-1) for the other walker").isFalse();
    assertThat(walk.lnG[35]).as("the refusal is booked where the other walker is").isEqualTo(1);
  }
}
