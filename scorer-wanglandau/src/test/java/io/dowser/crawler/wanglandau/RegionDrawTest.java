package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Roulette;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RegionDrawTest {

  private static final double[] SCORES = {0.2, 0.15, 0.6, 0.05};

  /** The tolerance is five standard errors: a wrong alarm is one in a million, and seeded. */
  @ParameterizedTest
  @EnumSource(Roulette.class)
  void linksAreDrawnInProportionToTheirScores(Roulette roulette) {
    int draws = 20_000;
    var queue = new RegionQueue(HostGrouping.FULL_HOST);
    for (int i = 0; i < SCORES.length; i++) {
      queue.add(link(i));
    }
    int[] counts = new int[SCORES.length];
    var draw = new RegionDraw(roulette, new SplittableRandom(41));
    Region region = queue.region(0);

    for (int i = 0; i < draws; i++) {
      counts[(int) draw.from(region).candidate.sequence()]++;
    }

    for (int i = 0; i < SCORES.length; i++) {
      double error = Math.sqrt(SCORES[i] * (1 - SCORES[i]) / draws);
      assertThat((double) counts[i] / draws).isCloseTo(SCORES[i], within(5 * error));
    }
  }

  private static Candidate link(int number) {
    CrawlUrl url = CrawlUrl.of("http://a/" + number);
    return new Candidate(url, number, 1, SCORES[number], 0, 7, PathState.NONE, LinkFeatures.NONE);
  }
}
