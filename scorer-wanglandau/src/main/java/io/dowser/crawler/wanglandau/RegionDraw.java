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

  private final Roulette roulette;
  private final RandomGenerator random;

  RegionDraw(Roulette roulette, RandomGenerator random) {
    this.roulette = roulette;
    this.random = random;
  }

  /** Draws a link; the region must have one. */
  QueuedLink from(Region region) {
    return roulette == Roulette.CUMULATIVE_WHEEL ? byWheel(region) : byAcceptance(region);
  }

  private QueuedLink byAcceptance(Region region) {
    double largest = Energy.weight(region.best().score());
    while (true) {
      QueuedLink link = region.link(random.nextInt(region.size()));
      double share = Energy.weight(link.score()) / largest;
      if (random.nextDouble() < share) {
        return link;
      }
    }
  }

  private QueuedLink byWheel(Region region) {
    List<QueuedLink> links =
        IntStream.range(0, region.size())
            .mapToObj(region::link)
            .sorted(Comparator.comparingLong(link -> link.candidate.sequence()))
            .toList();
    double whole = 0;
    for (QueuedLink link : links) {
      whole += Energy.weight(link.score());
    }
    double u = random.nextDouble();
    double sum = 0;
    for (QueuedLink link : links) {
      sum += Energy.weight(link.score());
      if (sum / whole > u) {
        return link;
      }
    }
    return links.get(links.size() - 1); // the shares may add up to a little less than 1
  }
}
