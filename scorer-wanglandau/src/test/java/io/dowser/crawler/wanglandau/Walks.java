package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Creates walks by their settings. */
final class Walks {

  private Walks() {}

  static WangLandauFrontier walk(Map<String, String> settings) {
    return walk(settings, new SplittableRandom(1));
  }

  static WangLandauFrontier walk(Map<String, String> settings, RandomGenerator random) {
    return walk(settings, new SplitMix(random.nextLong()));
  }

  static WangLandauFrontier walk(Map<String, String> settings, SplitMix draws) {
    return WangLandauFrontier.of(Settings.of(settings), HostGrouping.FULL_HOST, draws);
  }

  static Sampler sampler(Map<String, String> settings, SplitMix draws) {
    return new Sampler(Settings.of(settings), HostGrouping.FULL_HOST, draws);
  }

  static SimulatedAnnealingFrontier annealing(Map<String, String> settings) {
    return annealing(settings, new SplittableRandom(1));
  }

  static SimulatedAnnealingFrontier annealing(
      Map<String, String> settings, RandomGenerator random) {
    return new SimulatedAnnealingFrontier(
        Settings.of(settings), HostGrouping.FULL_HOST, new SplitMix(random.nextLong()));
  }
}
