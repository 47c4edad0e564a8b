package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Settings;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Flatness;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Schedule;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The walk estimates the density of a landscape of energies that is known: 20 bands, of which band
 * b is proposed with a probability in proportion to {@code 1 + b mod 5 * 3}.
 */
class DensityOfStatesTest {

  private static final int BANDS = 20;
  private static final int[] EDGES = edges();

  @Test
  void estimateConvergesAndOneOverTBeatsHalving() {
    int runs = Boolean.getBoolean("dowser.exhaustive") ? 10 : 3;
    long proposals = Boolean.getBoolean("dowser.exhaustive") ? 8_000_000 : 2_000_000;
    double halving = 0;
    double early = 0;
    double oneOverT = 0;
    for (long seed = 1; seed <= runs; seed++) {
      halving += error(seed, Schedule.HALVING, Flatness.MEAN_RATIO, proposals) / runs;
      oneOverT += error(seed, Schedule.ONE_OVER_T, Flatness.COUNT, proposals) / runs;
      early += error(seed, Schedule.ONE_OVER_T, Flatness.COUNT, proposals / 100) / runs;
    }

    assertThat(oneOverT)
        .as("error of ln g with 1/t; with halving it is %s", halving)
        .isLessThan(halving / 2)
        .isLessThan(early / 4)
        .isLessThan(0.02);
  }

  @Test
  void countingVisitsConvergesToo() {
    double few = error(1, Schedule.HALVING, Flatness.COUNT, 20_000);
    double many = error(1, Schedule.HALVING, Flatness.COUNT, 2_000_000);

    assertThat(many).as("error of ln g after 2,000,000 proposals").isLessThan(few / 4);
  }

  /** Returns the root mean square of ln g - ln(density), both centred. */
  private static double error(long seed, Schedule schedule, Flatness flatness, long proposals) {
    Map<String, String> settings =
        Map.of("bands", "" + BANDS, "flatness", flatness.name(), "schedule", schedule.name());
    var walk = new Walk(Settings.of(settings));
    var random = new SplittableRandom(seed);
    walk.moveTo(0, 0);
    for (int band = 0; band < BANDS; band++) {
      walk.touch(band);
    }
    for (long i = 0; i < proposals; i++) {
      int ball = random.nextInt(EDGES.length);
      walk.propose(0, (EDGES[ball] + 0.5) / BANDS, random.nextDouble());
      walk.testFlatness();
    }
    return deviation(walk);
  }

  private static double deviation(Walk walk) {
    double[] difference = new double[BANDS];
    double mean = 0;
    for (int band = 0; band < BANDS; band++) {
      difference[band] = walk.lnG[band] - Math.log(weight(band));
      mean += difference[band] / BANDS;
    }
    double squares = 0;
    for (double each : difference) {
      squares += (each - mean) * (each - mean) / BANDS;
    }
    return Math.sqrt(squares);
  }

  private static int weight(int band) {
    return 1 + band % 5 * 3;
  }

  /** One entry for each unit of weight. */
  private static int[] edges() {
    return java.util.stream.IntStream.range(0, BANDS)
        .flatMap(band -> java.util.stream.IntStream.generate(() -> band).limit(weight(band)))
        .toArray();
  }
}
