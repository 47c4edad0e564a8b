package io.dowser.crawler.wanglandau;

import io.dowser.crawler.wanglandau.WangLandauFrontier.Roulette;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Draws a link of a region by its weight: its score, at least 0.01 and at most 1.
 *
 * <p>Without a wheel a place is drawn uniformly and accepted with probability weight / largest
 * weight, until one is: A. Lipowski and D. Lipowska, <i>Roulette-wheel selection via stochastic
 * acceptance</i>, Physica A 391 (2012).
 */
final class RegionDraw {

  private final RegionQueue queue;
  private final Roulette roulette;
  private final RandomGenerator random;

  RegionDraw(RegionQueue queue, Roulette roulette, RandomGenerator random) {
    this.queue = queue;
    this.roulette = roulette;
    this.random = random;
  }

  /** Returns the place of the link that was drawn; the region must have one. */
  int from(Region region) {
    return roulette == Roulette.CUMULATIVE_WHEEL ? byWheel(region) : byAcceptance(region);
  }

  private int byAcceptance(Region region) {
    double largest = Energy.weight(region.score(0)); // the first link of the heap has it
    while (true) {
      int place = random.nextInt(region.size());
      double share = Energy.weight(region.score(place)) / largest;
      if (random.nextDouble() < share) {
        return place;
      }
    }
  }

  private int byWheel(Region region) {
    List<Integer> places =
        IntStream.range(0, region.size())
            .boxed()
            .sorted(Comparator.comparingLong(place -> sequence(region, place)))
            .toList();
    double whole = 0;
    for (int place : places) {
      whole += Energy.weight(region.score(place));
    }
    double u = random.nextDouble();
    double sum = 0;
    for (int place : places) {
      sum += Energy.weight(region.score(place));
      if (sum / whole > u) {
        return place;
      }
    }
    return places.get(places.size() - 1); // the shares may add up to a little less than 1
  }

  private long sequence(Region region, int place) {
    return queue.candidate(region.slot(place)).sequence();
  }
}
